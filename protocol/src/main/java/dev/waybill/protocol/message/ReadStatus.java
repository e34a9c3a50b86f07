package dev.waybill.protocol.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far a member has read a channel.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ReadStatus(
        String agentName, @Nullable MessageId lastReadId, @Nullable Instant lastReadAt) {}
