/// The commands about the agent network.
///
/// `validate` asks no server: it applies the rules to what it is given.
@NullMarked
package dev.waybill.cli.network;

import org.jspecify.annotations.NullMarked;
