package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.source.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A source as it is kept.
///
/// @param configRef the credential it names itself
/// @param hostRef the credential its host names
/// @param checkpoint how far whoever reads it has come there
/// @param placeId what its host calls for good what the source is about, where that may be renamed and was seen
/// @param lastSeq the number of its newest event
public record KeptSource(
        WorkspaceId workspace,
        String id,
        String hostId,
        SourceType type,
        String kind,
        String key,
        @Nullable String configRef,
        @Nullable String hostRef,
        ObjectNode config,
        SourceStatus status,
        @Nullable String checkpoint,
        @Nullable String trouble,
        @Nullable String placeId,
        long lastSeq,
        Instant createdAt,
        Instant updatedAt) {
    /// The credential to use: its own, or else that of its host; null where the usual one of the provider is meant.
    public @Nullable String credential() {
        return configRef == null ? hostRef : configRef;
    }

    /// The repository that the source is about: as configured, or else as its key says.
    public String repository() {
        return namesRepository()
                ? config.path("owner").asString("") + "/" + config.path("repo").asString("")
                : key;
    }

    /// Whether its configuration says which repository it is about.
    boolean namesRepository() {
        return config.path("owner").isString() && config.path("repo").isString();
    }

    public boolean paused() {
        return status == SourceStatus.PAUSED;
    }

    Source shown() {
        return new Source(
                id,
                id,
                hostId,
                kind,
                key,
                type.wire(),
                key,
                configRef,
                config,
                status.wire(),
                checkpoint,
                trouble,
                lastSeq,
                createdAt,
                updatedAt);
    }
}
