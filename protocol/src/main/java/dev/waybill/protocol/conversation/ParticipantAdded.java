package dev.waybill.protocol.conversation;

/// Says that an agent takes part in a conversation.
public record ParticipantAdded(String conversationId, String agent, boolean alreadyMember) {}
