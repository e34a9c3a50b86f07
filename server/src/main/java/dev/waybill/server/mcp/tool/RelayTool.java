package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Tool;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool that is always there; most of them stand for a call of the API.
record RelayTool(Draft draft, Deed deed) {
    /// What the tool does in its turn, and what comes of it.
    interface Deed {
        Outcome run(Turn turn) throws InterruptedException;
    }

    /// How careful a host should be with it.
    enum Effect {
        READS,
        ADDS,
        REPEATS,
        DESTROYS;

        ObjectNode annotations(String title, boolean openWorld) {
            return Json.emptyObject()
                    .put("title", title)
                    .put("readOnlyHint", this == READS)
                    .put("destructiveHint", this == DESTROYS)
                    .put("idempotentHint", this == READS || this == REPEATS)
                    .put("openWorldHint", openWorld);
        }
    }

    static Draft tool(String name, String title, String description) {
        return new Draft(
                name, title, description, List.of(), Acting.AS_AGENT, Effect.ADDS, null, false);
    }

    String name() {
        return draft.name();
    }

    /// As this caller sees it: who holds the workspace key has to say for which agent it acts.
    Tool listed(Caller caller) {
        List<Parameter> all =
                Stream.concat(
                                draft.parameters().stream(),
                                draft.acting().parameter(caller).stream())
                        .toList();
        return new Tool(
                draft.name(),
                draft.title(),
                draft.description(),
                Parameter.schema(all),
                draft.output(),
                draft.effect().annotations(draft.title(), draft.openWorld()));
    }

    Outcome call(Turn turn) throws InterruptedException {
        return deed.run(draft.acting().take(turn));
    }

    /// The same under another name.
    RelayTool named(String other) {
        return new RelayTool(draft.named(other), deed);
    }

    /// A tool that is still being written down. Without further words an agent is needed, and something is added.
    record Draft(
            String name,
            String title,
            String description,
            List<Parameter> parameters,
            Acting acting,
            Effect effect,
            @Nullable ObjectNode output,
            boolean openWorld) {

        /// It reaches those whom nobody here knows.
        Draft opens() {
            return new Draft(name, title, description, parameters, acting, effect, output, true);
        }

        Draft takes(Parameter... more) {
            return new Draft(
                    name, title, description, List.of(more), acting, effect, output, openWorld);
        }

        Draft acts(Acting other) {
            return new Draft(
                    name, title, description, parameters, other, effect, output, openWorld);
        }

        Draft promises(ObjectNode schema) {
            return new Draft(
                    name, title, description, parameters, acting, effect, schema, openWorld);
        }

        private Draft named(String other) {
            return new Draft(
                    other, title, description, parameters, acting, effect, output, openWorld);
        }

        Draft reads() {
            return with(Effect.READS);
        }

        /// The same again changes nothing more.
        Draft repeats() {
            return with(Effect.REPEATS);
        }

        Draft destroys() {
            return with(Effect.DESTROYS);
        }

        private Draft with(Effect other) {
            return new Draft(
                    name, title, description, parameters, acting, other, output, openWorld);
        }

        RelayTool does(Deed deed) {
            return new RelayTool(this, deed);
        }

        /// What comes of it is shown as it is.
        RelayTool gives(Function<Turn, @Nullable JsonNode> answer) {
            return does(turn -> Outcome.data(shown(answer.apply(turn))));
        }

        RelayTool calls(Function<Arguments, LocalRequest> request) {
            return gives(turn -> turn.ask(request.apply(turn.arguments())));
        }

        /// The same where the answer is a list, which has to have a name to be an object.
        RelayTool lists(String list, Function<Arguments, LocalRequest> request) {
            return gives(turn -> list(list, turn.ask(request.apply(turn.arguments()))));
        }
    }

    private static JsonNode shown(@Nullable JsonNode data) {
        return data == null ? Json.emptyObject().put("ok", true) : data;
    }

    static ObjectNode list(String list, @Nullable JsonNode items) {
        ObjectNode object = Json.emptyObject();
        object.set(list, items);
        return object;
    }
}
