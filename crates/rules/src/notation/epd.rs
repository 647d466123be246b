//! Extended position description.
