/// The doors that events come in by: who posted it is proved, what it says becomes an event of its source.
///
/// Knows the shapes of GitHub, Feishu and configured webhooks. Knows nothing of subscriptions, agents or HTTP; what it takes in
/// goes to [dev.waybill.server.source.Events].
@NullMarked
package dev.waybill.server.ingress;

import org.jspecify.annotations.NullMarked;
