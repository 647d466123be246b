//! The API as clients see it, most of it without a socket.

mod analysis;
mod desk;
mod door;
mod games;
mod lab;
mod positions;
mod restart;
mod reviews;
mod socket;
mod verbs;
