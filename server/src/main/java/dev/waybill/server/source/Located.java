package dev.waybill.server.source;

/// Which place a source is about, as its host tells.
///
/// @param id what the host calls it for good
/// @param before the name that the source has for it
/// @param now the name that it goes by
public record Located(String id, String before, String now) {
    boolean renamed() {
        return !before.equals(now);
    }
}
