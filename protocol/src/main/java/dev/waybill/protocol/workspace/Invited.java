package dev.waybill.protocol.workspace;

/// Answers an invitation: who is in which channel now.
public record Invited(String channel, String agent) {}
