# Ferz. `make` builds the engine beside this file; `make help` lists the rest.
#
# OpenBench calls `make EXE=<name> [EVALFILE=<path>]`: the binary appears here under that name,
# with that network in it.

EXE ?= ferz
EVALFILE ?=
# The best instructions of this machine. For a binary that runs elsewhere: make RUSTFLAGS=
RUSTFLAGS ?= -C target-cpu=native
ARGS ?=
# `quick` is built sooner and runs a little slower.
PROFILE ?= release
# `tune` makes the parameters of the search options (docs/tuning.md).
FEATURES ?=

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif
# With or without .exe in EXE, the file has it where the system wants it.
BINARY := $(EXE:$(SUFFIX)=)$(SUFFIX)

export RUSTFLAGS
export EVALFILE := $(if $(EVALFILE),$(abspath $(EVALFILE)))
# Tells a build that the page has changed: its first file names all others by what is in them.
export FERZ_PAGE = $(shell cat web/dist/index.html 2>/dev/null | cksum)

.PHONY: all build pgo page play release test bench-peers bench-evolve fuzz doc clean help

all: build

build: ## Build the engine and leave the binary here
	cargo build --profile $(PROFILE) --locked --package ferz $(if $(FEATURES),--features $(FEATURES))
	cp target/$(PROFILE)/ferz$(SUFFIX) "$(BINARY)"

pgo: ## Build the engine by a profile of itself, some percent faster
	tools/pgo.sh "$(BINARY)"

page: ## Build the page, for the next build of the engine to take in
	tools/page.sh

play: page ## Build page and engine and open for play in the browser (ARGS="--port 8081" and the like)
	$(MAKE) --no-print-directory build
	./$(BINARY) serve $(ARGS)

release: page ## Build the binaries of a release in release/, for old and new processors
	tools/release.sh

test: ## Run every check that a change must pass
	tools/test.sh

bench-peers: ## Compare perft with other move generators, in one run
	cargo run --release --locked --manifest-path benches/peers/Cargo.toml

bench-evolve: build ## Compare fitness games per hour with python-chess, in one run
	FERZ=./$(BINARY) benches/evolve/compare.sh

fuzz: ## Fuzz each target for ten minutes (SECONDS_EACH=n for another time)
	tools/fuzz.sh $(or $(SECONDS_EACH),600)

doc: ## Build the documentation
	cargo doc --no-deps --workspace

clean: ## Remove what was built
	cargo clean
	rm -rf "$(BINARY)" web/dist web/node_modules

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14
