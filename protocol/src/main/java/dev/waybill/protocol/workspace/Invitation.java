package dev.waybill.protocol.workspace;

/// Asks another agent into a channel.
public record Invitation(String agentName) {}
