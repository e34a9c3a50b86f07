/// The commands of a person at a terminal: workspaces, agents, channels, nodes, tokens, and messages among them.
///
/// Each turns its words into one request and the answer into text; what may be done is the server's to say.
@NullMarked
package dev.waybill.cli.people;

import org.jspecify.annotations.NullMarked;
