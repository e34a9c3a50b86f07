package dev.waybill.protocol.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a client says on the stream; which fields count depends on the type.
public record StreamRequest(
        String type, @Nullable List<String> channels, @Nullable Long lastSeenSeq) {}
