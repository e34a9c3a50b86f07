package dev.waybill.server.source;

/// Where something happened, as the host tells.
///
/// @param id what the host calls the place for good
/// @param name the name that it went by then
public record Located(String id, String name) {}
