package dev.waybill.server.fleet;

/// What a node says in a heartbeat.
public record Pulse(double load, int activeAgents, boolean handlersLive) {}
