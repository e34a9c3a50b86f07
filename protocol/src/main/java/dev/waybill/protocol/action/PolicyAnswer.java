package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Whether a call would be let through to its handler, and if not, with which code and why. The rule is the one of the
/// configuration that decided.
public record PolicyAnswer(
        boolean allow,
        @Nullable ActionErrorCode code,
        @Nullable String reason,
        @Nullable String rule,
        @Nullable JsonNode details) {}
