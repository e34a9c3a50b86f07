/// The only way text of the network reaches a session: inside the wrapper, escaped, and called untrusted.
@NullMarked
package dev.waybill.protocol.network.prompt;

import org.jspecify.annotations.NullMarked;
