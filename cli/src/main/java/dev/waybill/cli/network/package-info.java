/// The commands about the agent network.
///
/// What peers wrote is shown without what a terminal would obey, and each message on one line. `validate` asks no server: it
/// applies the rules to what it is given.
@NullMarked
package dev.waybill.cli.network;

import org.jspecify.annotations.NullMarked;
