package dev.waybill.server.network.transport;

import org.jspecify.annotations.Nullable;

/// One subscription: what it hears, with whom it shares it, and where that goes.
record Hearing(String subject, @Nullable String group, Lane lane) {}
