package dev.waybill.protocol.network;

/// How the model is spelled on the wire: which revision, and the names that a renamed successor would change.
///
/// @param roomDomain what the ids of direct rooms are hashed under
/// @param handles whether `nickname@fingerprint` is a peer's name; such a peer has to sign
/// @param maxBytes of a serialised envelope
public record NetworkProfile(
        ProfileName name,
        String protocol,
        String subjectPrefix,
        String roomDomain,
        Secrets secrets,
        boolean handles,
        int maxBytes) {
    public static final String PROTOCOL = "agh-network/v0";
    public static final String SUBJECT_PREFIX = "agh.network.v0";
    public static final int MAX_BYTES = 1 << 20;

    /// What the two published pages say.
    public static final NetworkProfile CHANNEL =
            new NetworkProfile(
                    ProfileName.CHANNEL,
                    PROTOCOL,
                    SUBJECT_PREFIX,
                    "agh-network/direct-room/v1",
                    Secrets.REDACT,
                    false,
                    MAX_BYTES);

    /// What the reference releases speak.
    public static final NetworkProfile WORKSPACE =
            new NetworkProfile(
                    ProfileName.WORKSPACE,
                    PROTOCOL,
                    SUBJECT_PREFIX,
                    "agh-network/direct-room/v0",
                    Secrets.REFUSE,
                    false,
                    MAX_BYTES);

    public static NetworkProfile of(ProfileName name) {
        return switch (name) {
            case CHANNEL -> CHANNEL;
            case WORKSPACE -> WORKSPACE;
        };
    }

    public NetworkProfile with(Secrets other) {
        return new NetworkProfile(
                name, protocol, subjectPrefix, roomDomain, other, handles, maxBytes);
    }

    public NetworkProfile withHandles() {
        return new NetworkProfile(
                name, protocol, subjectPrefix, roomDomain, secrets, true, maxBytes);
    }

    public NetworkProfile renamed(String otherProtocol, String otherPrefix, String otherDomain) {
        return new NetworkProfile(
                name, otherProtocol, otherPrefix, otherDomain, secrets, handles, maxBytes);
    }

    public NetworkProfile holding(int otherBytes) {
        return new NetworkProfile(
                name, protocol, subjectPrefix, roomDomain, secrets, handles, otherBytes);
    }

    /// Whether `direct`, `recipe`, `interaction_id` and `interaction_closed` are understood.
    public boolean olderWords() {
        return name == ProfileName.CHANNEL;
    }

    /// Whether a channel belongs to a workspace, which then is part of subjects and of the ids of direct rooms.
    public boolean scoped() {
        return name == ProfileName.WORKSPACE;
    }

    /// Why work that has ended is not taken up again.
    public ReasonCode closedWork() {
        return switch (name) {
            case CHANNEL -> ReasonCode.INTERACTION_CLOSED;
            case WORKSPACE -> ReasonCode.WORK_CLOSED;
        };
    }
}
