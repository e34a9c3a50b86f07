package dev.waybill.server.config;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.ProfileName;
import dev.waybill.protocol.network.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How agents talk to peers that others run. Names that are not given are the profile's own.
///
/// @param inFlight how many messages of the network a session has at once
/// @param maxLifetime how far away the end of a message may be
/// @param retention how long conversations are kept; for ever if zero
public record NetworkConfig(
        boolean enabled,
        ProfileName profile,
        @Nullable String protocol,
        @Nullable String subjectPrefix,
        @Nullable String roomDomain,
        @Nullable String workspaceId,
        @Nullable Secrets secrets,
        int maxPayload,
        Duration greetInterval,
        Duration replayWindow,
        int queueDepth,
        int inFlight,
        Duration maxLifetime,
        List<String> autoAccept,
        String defaultChannel,
        Duration auditRetention,
        Duration retention) {
    public static final NetworkConfig DEFAULTS =
            new NetworkConfig(
                    true,
                    ProfileName.CHANNEL,
                    null,
                    null,
                    null,
                    null,
                    null,
                    NetworkProfile.MAX_BYTES,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(300),
                    100,
                    1,
                    Duration.ofDays(7),
                    List.of(),
                    "default",
                    Duration.ofDays(30),
                    Duration.ofDays(90));

    public NetworkConfig {
        autoAccept = List.copyOf(autoAccept);
    }

    /// How long conversations are kept, if not for ever: never shorter than a message may live.
    public Optional<Duration> kept() {
        return retention.isZero()
                ? Optional.empty()
                : Optional.of(retention.compareTo(maxLifetime) < 0 ? maxLifetime : retention);
    }

    /// What a workspace of this server is called on the wire; nothing where the profile has no workspaces.
    public @Nullable String onTheWire(WorkspaceId workspace) {
        if (profile == ProfileName.CHANNEL) {
            return null;
        }
        return workspaceId == null ? workspace.text() : workspaceId;
    }

    /// The profile with the names that were given for it.
    public NetworkProfile wire() {
        NetworkProfile usual = NetworkProfile.of(profile);
        NetworkProfile named =
                usual.renamed(
                                protocol == null ? usual.protocol() : protocol,
                                subjectPrefix == null ? usual.subjectPrefix() : subjectPrefix,
                                roomDomain == null ? usual.roomDomain() : roomDomain)
                        .holding(maxPayload);
        return secrets == null ? named : named.with(secrets);
    }
}
