#!/usr/bin/env python3
"""The same training in PyTorch, as a judge of `ferz train`: its loss should be the same, its speed
should not.

    ferz data split games.vf --out check.vf --rest learn.vf
    ferz data convert check.vf --to bulletformat --out check.bin
    ferz data convert learn.vf --to bulletformat --out learn.bin
    ferz train --data learn.bin --validation-data check.bin --hidden 64 --buckets 8 --epochs 5 \\
        --batch 16384 \\
        --lr-schedule constant --scale 400 --settle 0 --threads 2 --out judged.ferz
    tools/train_pytorch.py learn.bin check.bin --hidden 64 --buckets 8 --epochs 5 --threads 2

Needs torch (a build for the processor is enough) and numpy, and is no part of any check.
"""

import argparse
import time

import numpy as np
import torch

INPUTS = 768
# One more input with weights of zero fills up the lists of positions with few pieces.
NOTHING = INPUTS
MOST_PIECES = 32
SCALE = 400.0
CLIP = 1.98

BOARD = np.dtype(
    [("occupied", "<u8"), ("pieces", "u1", 16), ("score", "<i2"), ("result", "u1"),
     ("king", "u1"), ("their_king", "u1"), ("unused", "u1", 3)]
)


def load(path, buckets):
    """Reads bulletformat: lists of inputs for both perspectives, buckets, promised points, results."""
    boards = np.fromfile(path, dtype=BOARD)
    count = len(boards)
    occupied = np.ascontiguousarray(boards["occupied"]).view("u1").reshape(count, 8)
    bits = np.unpackbits(occupied, axis=1, bitorder="little")
    which, square = np.nonzero(bits)
    nth = np.arange(len(which)) - np.searchsorted(which, which)
    code = boards["pieces"][which, nth // 2].astype(np.int64) >> (4 * (nth % 2)) & 15
    kind, theirs = code & 7, code >> 3
    inputs = np.full((2, count, MOST_PIECES), NOTHING, dtype=np.int64)
    # A king on the right half mirrors the board of its owner.
    ours = square ^ np.where(boards["king"][which] & 7 >= 4, 7, 0)
    other = square ^ 56 ^ np.where(boards["their_king"][which] & 7 >= 4, 7, 0)
    inputs[0, which, nth] = 384 * theirs + 64 * kind + ours
    inputs[1, which, nth] = 384 * (1 - theirs) + 64 * kind + other
    bucket = (bits.sum(axis=1).astype(np.int64) - 2) // -(-32 // buckets)
    promised = 1.0 / (1.0 + np.exp(-boards["score"].astype(np.float32) / SCALE))
    result = boards["result"].astype(np.float32) / 2.0
    return [torch.from_numpy(array) for array in (inputs[0], inputs[1], bucket, promised, result)]


class Network(torch.nn.Module):
    """(768 -> N) x 2 -> 1 x B with clipped squares."""

    def __init__(self, hidden, buckets):
        super().__init__()
        self.rows = torch.nn.EmbeddingBag(INPUTS + 1, hidden, mode="sum", padding_idx=NOTHING)
        self.bias = torch.nn.Parameter(torch.zeros(hidden))
        self.output = torch.nn.Linear(2 * hidden, buckets)
        with torch.no_grad():
            self.rows.weight.uniform_(-MOST_PIECES**-0.5, MOST_PIECES**-0.5)
            self.rows.weight[NOTHING] = 0.0
            self.output.weight.uniform_(-((2 * hidden) ** -0.5), (2 * hidden) ** -0.5)
            self.output.bias.zero_()

    def forward(self, ours, theirs, bucket):
        hidden = torch.cat([self.rows(ours) + self.bias, self.rows(theirs) + self.bias], dim=1)
        outputs = self.output(hidden.clamp(0.0, 1.0) ** 2)
        return torch.sigmoid(outputs.gather(1, bucket.unsqueeze(1)).squeeze(1))


def error(network, data, share, rows):
    ours, theirs, bucket, promised, result = (array[rows] for array in data)
    target = share * result + (1.0 - share) * promised
    return torch.nn.functional.mse_loss(network(ours, theirs, bucket), target)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("training")
    parser.add_argument("validation")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--buckets", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--lr", type=float, default=0.001)
    parser.add_argument("--wdl", type=float, default=0.2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    training, validation = load(args.training, args.buckets), load(args.validation, args.buckets)
    count = len(training[0])
    network = Network(args.hidden, args.buckets)
    adam = torch.optim.AdamW(network.parameters(), lr=args.lr, betas=(0.9, 0.999), weight_decay=0.01)
    spent = 0.0
    for epoch in range(1, args.epochs + 1):
        total, start = 0.0, time.perf_counter()
        for rows in torch.randperm(count).tensor_split(-(-count // args.batch)):
            adam.zero_grad(set_to_none=True)
            loss = error(network, training, args.wdl, rows)
            loss.backward()
            adam.step()
            with torch.no_grad():
                for parameter in network.parameters():
                    parameter.clamp_(-CLIP, CLIP)
            total += loss.item() * len(rows)
        spent += time.perf_counter() - start
        with torch.no_grad():
            unseen = error(network, validation, args.wdl, slice(None)).item()
        print(
            f"epoch {epoch:>3}: error {total / count:.6f}, on unseen games {unseen:.6f}, "
            f"{epoch * count / spent:.0f} positions/s",
            flush=True,
        )


if __name__ == "__main__":
    main()
