package dev.waybill.protocol.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;

/// Says that an agent has read a message, and since when.
public record ReadReceipt(MessageId messageId, AgentId agentId, Instant readAt) {}
