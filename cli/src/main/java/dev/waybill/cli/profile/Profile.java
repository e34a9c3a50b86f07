package dev.waybill.cli.profile;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One workspace on one server, with the secrets a person has for it: its key, and the tokens of agents by their names.
/// `agent` is the one they act as unless they say otherwise.
public record Profile(
        URI url,
        @Nullable String workspace,
        @Nullable String workspaceKey,
        Map<String, String> agents,
        @Nullable String agent) {

    public Profile {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
    }

    public static Profile at(URI url) {
        return new Profile(url, null, null, Map.of(), null);
    }

    public Profile withWorkspace(@Nullable String name, @Nullable String key) {
        return new Profile(url, name, key, agents, agent);
    }

    /// The first agent becomes the one to act as.
    public Profile withAgent(String name, String token) {
        Map<String, String> more = new TreeMap<>(agents);
        more.put(name, token);
        return new Profile(url, workspace, workspaceKey, more, agent == null ? name : agent);
    }

    public Profile withoutAgent(String name) {
        Map<String, String> fewer = new TreeMap<>(agents);
        fewer.remove(name);
        return new Profile(url, workspace, workspaceKey, fewer, name.equals(agent) ? null : agent);
    }

    public Profile actingAs(String name) {
        return new Profile(url, workspace, workspaceKey, agents, name);
    }

    @Override
    public String toString() {
        return "Profile[url=" + url + ", workspace=" + workspace + ", agent=" + agent + "]";
    }
}
