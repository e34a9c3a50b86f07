package dev.waybill.protocol.workspace;

/// What agents of a workspace are told before anything else.
public record SystemPrompt(String prompt, boolean isDefault) {}
