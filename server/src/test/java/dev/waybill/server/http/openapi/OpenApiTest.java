package dev.waybill.server.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.node.NodeCreated;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final RouteTable TABLE =
            RouteTable.of(
                    RouteTable.section(
                            "Agents",
                            Route.post("/v1/agents", Access.of(Role.OWNER))
                                    .summary("Registers an agent.")
                                    .takes(NewAgent.class)
                                    .answers(201, AgentCreated.class)
                                    .fails(ErrorCode.AGENT_ALREADY_EXISTS)
                                    .to(_ -> Answer.done()),
                            Route.get("/v1/agents", Access.of(Role.OWNER, Role.OBSERVER))
                                    .summary("Lists the agents.")
                                    .query("status", "Only those with this status.")
                                    .answers(Agent[].class)
                                    .to(_ -> Answer.done()),
                            Route.delete("/v1/agents/{name}", Access.of(Role.OWNER))
                                    .summary("Removes an agent.")
                                    .answersNothing()
                                    .to(_ -> Answer.done())),
                    RouteTable.section(
                            "Workspaces",
                            Route.post("/v1/workspaces", Access.anyone())
                                    .summary("Creates a workspace.")
                                    .takes(NewWorkspace.class)
                                    .to(_ -> Answer.done()),
                            Route.post("/v1/nodes", Access.of(Role.OWNER))
                                    .summary("Makes a node.")
                                    .answers(201, NodeCreated.class)
                                    .to(_ -> Answer.done())),
                    RouteTable.section(
                            "Messages",
                            Route.post("/v1/channels/{name}/messages", Access.of(Role.AGENT))
                                    .summary("Posts a message.")
                                    .mayTake(NewMessage.class)
                                    .to(_ -> Answer.done())));

    private final JsonNode document = OpenApi.document(TABLE, "1.2.3", JSON);

    @Test
    void every_route_of_the_table_is_there() {
        assertThat(document.at("/openapi").asString()).isEqualTo("3.1.0");
        assertThat(document.at("/info/version").asString()).isEqualTo("1.2.3");
        TABLE.routes()
                .forEach(
                        route ->
                                assertThat(operation(route).path("summary").asString())
                                        .isEqualTo(route.contract().summary()));
        assertThat(document.path("paths").size()).isEqualTo(5);
    }

    @Test
    void every_operation_has_its_own_id_and_a_tag_that_exists() {
        List<String> ids =
                TABLE.routes()
                        .map(route -> operation(route).path("operationId").asString())
                        .toList();

        assertThat(ids).doesNotHaveDuplicates().contains("post_v1_agents", "delete_v1_agents_name");
        assertThat(document.at("/tags").findValuesAsString("name"))
                .containsExactly("Agents", "Workspaces", "Messages");
    }

    @Test
    void every_reference_resolves() {
        List<String> references = document.findValuesAsString("$ref");

        assertThat(references).isNotEmpty();
        assertThat(references)
                .allSatisfy(
                        reference ->
                                assertThat(document.at(reference.substring(1)).isMissingNode())
                                        .as(reference)
                                        .isFalse());
    }

    @Test
    void records_become_snake_case_schemas_with_ids_as_strings_and_times_as_date_times() {
        JsonNode created = schema("AgentCreated");

        assertThat(created.at("/properties/id/type").asString()).isEqualTo("string");
        assertThat(created.at("/properties/workspace_id/type").asString()).isEqualTo("string");
        assertThat(created.at("/properties/created_at/format").asString()).isEqualTo("date-time");
        assertThat(strings(created.at("/properties/status/enum"))).contains("online", "waiting");
    }

    @Test
    void what_may_be_null_is_optional_and_everything_else_required() {
        JsonNode agent = schema("NewAgent");

        assertThat(strings(agent.path("required"))).containsExactly("name");
        assertThat(strings(agent.at("/properties/persona/type")))
                .containsExactlyInAnyOrder("string", "null");
        assertThat(strings(schema("AgentCreated").path("required")))
                .contains("id", "token", "created_at")
                .doesNotContain("capabilities");
    }

    @Test
    void parts_that_are_written_flat_are_described_flat() {
        JsonNode created = schema("NodeCreated");

        assertThat(created.at("/properties/token/type").asString()).isEqualTo("string");
        assertThat(created.at("/properties/capabilities").isMissingNode()).isFalse();
        assertThat(created.at("/properties/node").isMissingNode()).isTrue();
        assertThat(created.get("required").valueStream().map(JsonNode::asString))
                .contains("id", "token")
                .doesNotContain("node");
    }

    @Test
    void answers_are_wrapped_in_the_envelope() {
        JsonNode schema =
                document.at("/paths/~1v1~1agents/get/responses/200/content")
                        .path("application/json")
                        .path("schema");

        assertThat(schema.at("/properties/ok/const").asBoolean()).isTrue();
        assertThat(schema.at("/properties/data/type").asString()).isEqualTo("array");
        assertThat(schema.at("/properties/data/items/$ref").asString())
                .isEqualTo("#/components/schemas/Agent");
        assertThat(strings(schema.path("required"))).containsExactly("ok", "data");
        assertThat(document.at("/paths/~1v1~1agents~1{name}/delete/responses/204").has("content"))
                .isFalse();
    }

    @Test
    void parameters_bodies_security_and_errors_come_from_the_contract() {
        JsonNode list = document.at("/paths/~1v1~1agents/get");
        JsonNode create = document.at("/paths/~1v1~1agents/post");
        JsonNode post = document.at("/paths/~1v1~1channels~1{name}~1messages/post");

        assertThat(list.at("/parameters/0/name").asString()).isEqualTo("status");
        assertThat(post.at("/parameters/0/in").asString()).isEqualTo("path");
        assertThat(create.at("/requestBody/required").asBoolean()).isTrue();
        assertThat(post.at("/requestBody/required").asBoolean(true)).isFalse();
        assertThat(list.at("/security/0").has("workspace_key")).isTrue();
        assertThat(list.at("/security/1").has("observer_token")).isTrue();
        assertThat(create.at("/responses/409/description").asString())
                .isEqualTo("agent_already_exists");
        assertThat(create.at("/responses/401/description").asString())
                .contains("unauthorized", "node_token_forbidden");
        assertThat(create.at("/responses").has("403")).isFalse();
        assertThat(list.at("/responses/403/description").asString()).isEqualTo("forbidden");
        assertThat(post.at("/responses/403/description").asString())
                .isEqualTo("agent_token_required");
    }

    @Test
    void every_route_of_the_api_may_be_unavailable_and_those_with_a_body_time_out() {
        JsonNode list = document.at("/paths/~1v1~1agents/get/responses");
        JsonNode create = document.at("/paths/~1v1~1agents/post/responses");
        JsonNode open = document.at("/paths/~1v1~1workspaces/post/responses");

        assertThat(list.at("/503/description").asString()).isEqualTo("unavailable");
        assertThat(list.has("408")).isFalse();
        assertThat(create.at("/503/description").asString()).isEqualTo("unavailable");
        assertThat(create.at("/408/description").asString()).isEqualTo("request_timeout");
        assertThat(open.at("/503/description").asString()).isEqualTo("unavailable");
        assertThat(open.at("/408/description").asString()).isEqualTo("request_timeout");
    }

    private JsonNode operation(Route route) {
        return document.path("paths")
                .path(route.path().toString())
                .path(route.method().name().toLowerCase(Locale.ROOT));
    }

    private JsonNode schema(String name) {
        return document.at("/components/schemas/" + name);
    }

    private static List<String> strings(JsonNode array) {
        return Stream.iterate(0, i -> i < array.size(), i -> i + 1)
                .map(i -> array.get(i).asString())
                .toList();
    }
}
