package dev.waybill.server.fuzz;

import java.util.Locale;

/// The kinds of tokens, by the name a [World] keeps them under and the name the documentation gives them.
enum Credential {
    OWNER("workspace_key"),
    AGENT("agent_token"),
    NODE("node_token"),
    OBSERVER("observer_token"),
    WEBHOOK("webhook_token");

    private final String scheme;

    Credential(String scheme) {
        this.scheme = scheme;
    }

    boolean opens(ApiRoutes.Operation route) {
        return route.admits(scheme);
    }

    String of(World world) {
        return world.token(name().toLowerCase(Locale.ROOT));
    }
}
