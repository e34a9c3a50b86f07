/// Deliveries to agents that are reached by a POST to an address of theirs: nodes of kind http_push.
///
/// The store is the queue: each delivery is claimed there before it is posted, and what became of it is written there. In
/// memory are only bells, and how an address has behaved lately. Knows HTTP through `outbound` alone, which looks where
/// addresses lead.
@NullMarked
package dev.waybill.server.push;

import org.jspecify.annotations.NullMarked;
