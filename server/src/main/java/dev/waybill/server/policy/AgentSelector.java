package dev.waybill.server.policy;

import dev.waybill.protocol.workspace.AgentType;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Says which agents are meant: `planner` by name, `type:human` by type, `tag:ops` by a tag in their metadata. A `*` stands
/// for any text.
public record AgentSelector(Trait trait, Wildcard pattern) {
    /// By what agents are chosen.
    public enum Trait {
        NAME(""),
        TYPE("type:"),
        TAG("tag:");

        private final String prefix;

        Trait(String prefix) {
            this.prefix = prefix;
        }
    }

    /// What is to be known of an agent to choose it.
    public record Chosen(String name, AgentType type, Set<String> tags) {
        public Chosen {
            tags = Set.copyOf(tags);
        }

        /// Tags are the texts under `tags` in the metadata.
        public static Chosen of(String name, AgentType type, JsonNode metadata) {
            return new Chosen(
                    name,
                    type,
                    metadata.path("tags")
                            .valueStream()
                            .filter(JsonNode::isString)
                            .map(JsonNode::asString)
                            .collect(Collectors.toSet()));
        }
    }

    public static AgentSelector parse(String text) {
        for (Trait trait : new Trait[] {Trait.TYPE, Trait.TAG}) {
            if (text.startsWith(trait.prefix)) {
                return new AgentSelector(
                        trait, new Wildcard(text.substring(trait.prefix.length())));
            }
        }
        return new AgentSelector(Trait.NAME, new Wildcard(text));
    }

    /// As [#parse] reads it.
    public String text() {
        return trait.prefix + pattern.pattern();
    }

    public boolean chooses(Chosen agent) {
        return switch (trait) {
            case NAME -> matches(agent.name());
            case TYPE -> matches(agent.type().wire());
            case TAG -> agent.tags().stream().anyMatch(this::matches);
        };
    }

    private boolean matches(String text) {
        return pattern.matches(text);
    }
}
