package dev.waybill.protocol.node;

/// A part of a node that connects on its own; every connection is another instance.
public record ProviderName(String name, String instanceId) {}
