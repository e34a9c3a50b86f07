package dev.waybill.protocol.conversation;

/// Asks an agent into a conversation.
public record NewParticipant(String agentName) {}
