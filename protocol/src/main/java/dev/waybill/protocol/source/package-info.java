/// Events from elsewhere: sources, subscriptions, and the inbox in which an agent finds what happened.
///
/// Wire names are in camel case here, as the clients of this part know them.
@NullMarked
package dev.waybill.protocol.source;

import org.jspecify.annotations.NullMarked;
