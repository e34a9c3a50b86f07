package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.action.Action;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Page "Actions", section "Descriptor Shape".
class DescriptorShapeTest extends OnARelay {
    private final SearchUi operatorUi = new SearchUi();

    @Test
    void the_server_shows_the_descriptor_as_it_was_defined() {
        ActionDefinition<SearchUi.Input, SearchUi.Output> definition =
                operatorUi
                        .draft()
                        .availableTo("planner", "engineer")
                        .handler((_, _) -> new SearchUi.Output(true));
        relay.actions().register(definition);
        RelayAgent planner = relay.register("planner");

        Action action = planner.actions().find(SearchUi.ACTION).orElseThrow();

        assertThat(action.name()).isEqualTo("ui.show_search_results");
        assertThat(action.description()).isEqualTo("Show a result set in the operator UI.");
        assertThat(action.availableTo()).isEqualTo(List.of("planner", "engineer"));
        assertThat(action.inputSchema()).isEqualTo((JsonNode) definition.inputSchema());
        assertThat(action.outputSchema()).isEqualTo((JsonNode) definition.outputSchema());
        assertThat(action.handlerAgent()).isEqualTo("relay");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "agent.create",
                "agent.release",
                "agent.status",
                "ui.show_search_results",
                "review.submit_vote",
                "ticket.create",
                "deploy.preview"
            })
    void names_are_namespaced_by_the_system_that_owns_them(String name) {
        relay.actions()
                .register(
                        ActionDefinition.of(name, SearchUi.Output.class)
                                .description("Says so.")
                                .handler((input, ctx) -> ctx.action()));
        RelayAgent planner = relay.register("planner");

        assertThat(
                        planner.actions()
                                .invoke(name, new SearchUi.Output(true), String.class)
                                .orElseThrow())
                .isEqualTo(name);
    }

    @Test
    void output_schema_and_available_to_may_be_left_out() {
        relay.actions()
                .register(
                        ActionDefinition.of("ticket.close", SearchUi.Output.class)
                                .description("Closes it.")
                                .handler((_, _) -> null));
        RelayAgent planner = relay.register("planner");

        Action action = planner.actions().find("ticket.close").orElseThrow();

        assertThat(action.outputSchema().isEmpty()).isTrue();
        assertThat(action.availableTo()).isNull();
        assertThat(
                        planner.actions()
                                .invoke("ticket.close", new SearchUi.Output(true))
                                .orElseThrow()
                                .isNull())
                .isTrue();
    }

    @Test
    void a_description_is_a_must_and_the_input_an_object() {
        assertThatThrownBy(
                        () ->
                                ActionDefinition.of("a.b", SearchUi.Input.class)
                                        .handler((_, _) -> null))
                .hasMessageContaining("say what a.b does");
        assertThatThrownBy(() -> ActionDefinition.of("a.b", String.class))
                .hasMessageContaining("a.b takes a String, which is no JSON object");
    }
}
