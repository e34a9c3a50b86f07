package dev.waybill.server.source;

import dev.waybill.protocol.wire.WireWord;

/// What kind of place a source is. Where it is at home, and what a stream of it is called there, follow from that.
public enum SourceType implements WireWord {
    /// Told by whoever posts to it.
    LOCAL_EVENT("local_event", "local_event", "events"),
    GITHUB_REPO("github_repo", "github", "repo_events"),
    GITHUB_REPO_CI("github_repo_ci", "github", "ci_runs"),
    FEISHU_BOT("feishu_bot", "feishu", "message_events"),
    /// A program of anybody's that signs what it posts.
    WEBHOOK("webhook", "webhook", "events"),
    EMAIL("email", "email", "messages");

    private final String wire;
    private final String host;
    private final String stream;

    SourceType(String wire, String host, String stream) {
        this.wire = wire;
        this.host = host;
        this.stream = stream;
    }

    public static SourceType of(String word) {
        return WireWord.parse(SourceType.class, word);
    }

    /// What a stream of that kind at such a host is.
    static SourceType at(String hostType, String stream) {
        return switch (hostType) {
            case "local_event" -> LOCAL_EVENT;
            case "github" -> stream.equals(GITHUB_REPO_CI.stream) ? GITHUB_REPO_CI : GITHUB_REPO;
            case "feishu" -> FEISHU_BOT;
            case "webhook" -> WEBHOOK;
            case "email" -> EMAIL;
            default ->
                    throw new IllegalArgumentException(
                            "hostType is not local_event, github, feishu, webhook or email");
        };
    }

    @Override
    public String wire() {
        return wire;
    }

    /// The type of the host its sources belong to, which is also the name of the provider that is answered there.
    public String host() {
        return host;
    }

    /// Whether only its own provider is answered there; what comes from programs of anybody's may be about any.
    boolean answered() {
        return this != LOCAL_EVENT && this != WEBHOOK;
    }

    String stream() {
        return stream;
    }
}
