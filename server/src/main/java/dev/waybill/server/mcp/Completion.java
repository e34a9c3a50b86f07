package dev.waybill.server.mcp;

/// What a host has of one argument and would like to see completed; `of` is the name of a prompt, or a template.
public record Completion(String of, String argument, String value) {}
