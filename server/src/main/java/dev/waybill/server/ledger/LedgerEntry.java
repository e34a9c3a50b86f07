package dev.waybill.server.ledger;

import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing that happened: its type in wire words, the channel it concerns if any, and the id of its subject.
public record LedgerEntry(String type, @Nullable ChannelId channel, String subject, Instant at) {}
