package dev.waybill.server.ledger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One thing that happened: its type in wire words, the channel and the agent it concerns if any, and the id of its
/// subject. The payload holds the fields of the event as observers get them (`relay-wire` §4.3); it is left out where it
/// can be made from the subject, as with messages.
public record LedgerEntry(
        String type,
        @Nullable ChannelId channel,
        @Nullable AgentId agent,
        String subject,
        @Nullable JsonNode payload,
        Instant at) {}
