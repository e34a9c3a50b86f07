package dev.waybill.sdk;

import dev.waybill.protocol.action.NewAction;
import dev.waybill.sdk.schema.Schemas;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An action: its name and description, what it takes and gives, who may call it, and what it does.
///
/// ```java
/// record Branch(String name) {}
/// record Preview(String url) {}
/// agent.actions()
///         .register(
///                 ActionDefinition.of("deploy.preview", Branch.class, Preview.class)
///                         .description("Deploys a preview of a branch.")
///                         .availableTo("planner", "type:human")
///                         .policy((branch, context) -> Policy.allow())
///                         .handler((branch, context) -> new Preview("https://preview.example")));
/// ```
public final class ActionDefinition<I, O extends @Nullable Object> {
    static final int AT_ONCE = 64;

    private final Terms<I> terms;
    private final ActionHandler<I, O> handler;

    private ActionDefinition(Terms<I> terms, ActionHandler<I, O> handler) {
        this.terms = terms;
        this.handler = handler;
    }

    /// Everything but the work itself.
    private record Terms<I>(
            String name,
            Class<I> input,
            @Nullable Class<?> output,
            String description,
            List<String> availableTo,
            ActionPolicy<I> policy,
            boolean queued,
            int atOnce) {}

    /// Takes the one record and gives the other; both make its schemas.
    public static <I, O> Draft<I, O> of(String name, Class<I> input, Class<O> output) {
        return new Draft<>(name, input, output);
    }

    /// Gives whatever its handler returns, or nothing.
    public static <I> Draft<I, @Nullable Object> of(String name, Class<I> input) {
        return new Draft<>(name, input, null);
    }

    public String name() {
        return terms.name();
    }

    public String description() {
        return terms.description();
    }

    /// What it takes, as JSON Schema.
    public ObjectNode inputSchema() {
        return Schemas.of(terms.input());
    }

    /// What it gives, as JSON Schema; null where it does not say.
    public @Nullable ObjectNode outputSchema() {
        return terms.output() == null ? null : Schemas.of(terms.output());
    }

    public List<String> availableTo() {
        return terms.availableTo();
    }

    Class<I> inputType() {
        return terms.input();
    }

    ActionPolicy<I> policy() {
        return terms.policy();
    }

    ActionHandler<I, O> handler() {
        return handler;
    }

    int atOnce() {
        return terms.atOnce();
    }

    /// What the server is told of it.
    NewAction registration(String handlerAgent) {
        return new NewAction(
                name(),
                description(),
                handlerAgent,
                null,
                inputSchema(),
                outputSchema(),
                availableTo().isEmpty() ? null : availableTo(),
                terms.queued());
    }

    @Override
    public String toString() {
        return name();
    }

    /// A definition that lacks its handler.
    public static final class Draft<I, O extends @Nullable Object> {
        private final String name;
        private final Class<I> input;
        private final @Nullable Class<?> output;
        private @Nullable String description;
        private List<String> availableTo = List.of();
        private ActionPolicy<I> policy = (_, _) -> Policy.allow();
        private boolean queued;
        private int atOnce = AT_ONCE;

        private Draft(String name, Class<I> input, @Nullable Class<?> output) {
            if (!Schemas.of(input).path("type").asString("").equals("object")) {
                throw new IllegalArgumentException(
                        "%s takes a %s, which is no JSON object: use a record"
                                .formatted(name, input.getSimpleName()));
            }
            this.name = name;
            this.input = input;
            this.output = output;
        }

        /// What it does, for people and models who look for it.
        public Draft<I, O> description(String words) {
            description = words;
            return this;
        }

        /// Only to these: names of agents, `type:human`, `tag:ops`, each with `*` for anything. To everybody otherwise.
        public Draft<I, O> availableTo(String... callers) {
            availableTo = List.of(callers);
            return this;
        }

        /// Asked after the input was checked and before the handler is.
        public Draft<I, O> policy(ActionPolicy<I> hook) {
            policy = hook;
            return this;
        }

        /// Calls wait while the agent is away, instead of being refused.
        public Draft<I, O> queued() {
            queued = true;
            return this;
        }

        /// How many calls the handler works on at a time; 64 unless said otherwise. More of them wait.
        public Draft<I, O> atOnce(int calls) {
            if (calls < 1) {
                throw new IllegalArgumentException("atOnce is less than one: " + calls);
            }
            atOnce = calls;
            return this;
        }

        public ActionDefinition<I, O> handler(ActionHandler<I, O> work) {
            if (description == null) {
                throw new IllegalStateException("say what " + name + " does: description(…)");
            }
            return new ActionDefinition<>(
                    new Terms<>(
                            name, input, output, description, availableTo, policy, queued, atOnce),
                    work);
        }
    }
}
