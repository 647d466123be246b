//! Standard output that may go away: a reader such as `head` closes the pipe when it has enough.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process;

/// What a shell reports for a program that ended because its reader had gone.
const BROKEN_PIPE_STATUS: i32 = 141;

/// Writes to standard output. Nobody can be told of a failure there, so it ends the program:
/// quietly if the reader has gone, with a sentence otherwise.
pub(crate) fn write(text: Arguments<'_>) {
    let mut output = io::stdout().lock();
    if let Err(error) = output.write_fmt(text).and_then(|()| output.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            process::exit(BROKEN_PIPE_STATUS);
        }
        eprintln!("error: cannot write to standard output: {error}");
        process::exit(2);
    }
}

/// `print!` without its panic.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// `println!` without its panic.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line};
