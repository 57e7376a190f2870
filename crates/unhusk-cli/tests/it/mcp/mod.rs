//! `unhusk mcp`: the program as a server, driven by the client of the SDK over standard input and output.

mod client;
mod input;
mod paths;
mod protocol;
mod sites;
mod tools;
