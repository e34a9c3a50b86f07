package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.message.Message;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Register An Action".
class RegisterAnActionTest extends OnARelay {
    private final SearchUi operatorUi = new SearchUi();

    @Test
    void a_registered_action_is_done_by_its_handler_which_may_send_messages() {
        RelayAgent planner = relay.register("planner");
        RelayAgent ui = relay.register("ui");
        ui.channels().open("#ops", null);
        ui.actions()
                .register(
                        operatorUi
                                .draft()
                                .availableTo("planner", "engineer")
                                .handler(
                                        (input, ctx) -> {
                                            operatorUi.shown.add(input);
                                            ctx.messaging()
                                                    .send(
                                                            "#ops",
                                                            "Displayed %d results for \"%s\"."
                                                                    .formatted(
                                                                            input.results().size(),
                                                                            input.query()));
                                            return new SearchUi.Output(true);
                                        }));

        SearchUi.Output output =
                planner.actions()
                        .invoke(SearchUi.ACTION, SearchUi.billing(), SearchUi.Output.class)
                        .orElseThrow();

        assertThat(output.displayed()).isTrue();
        assertThat(operatorUi.shown).containsExactly(SearchUi.billing());
        assertThat(ui.channels().history("#ops", 10))
                .extracting(Message::text)
                .containsExactly("Displayed 1 results for \"billing regressions\".");
    }

    @Test
    void only_those_it_is_available_to_see_it_and_may_call_it() {
        RelayAgent planner = relay.register("planner");
        RelayAgent intern = relay.register("intern");
        relay.actions()
                .register(
                        operatorUi
                                .draft()
                                .availableTo("planner", "engineer")
                                .handler((_, _) -> new SearchUi.Output(true)));

        assertThat(planner.actions().list()).extracting(Action::name).contains(SearchUi.ACTION);
        assertThat(intern.actions().list())
                .extracting(Action::name)
                .doesNotContain(SearchUi.ACTION);
        assertThat(intern.actions().find(SearchUi.ACTION)).isEmpty();
        assertThat(
                        intern.actions()
                                .invoke(SearchUi.ACTION, SearchUi.billing(), SearchUi.Output.class))
                .isInstanceOfSatisfying(
                        ActionResult.Failed.class,
                        failed ->
                                assertThat(failed.error().code())
                                        .isEqualTo(ActionErrorCode.PERMISSION_DENIED));
    }

    @Test
    void registering_again_brings_it_up_to_date() {
        relay.actions().register(operatorUi.definition());
        relay.actions()
                .register(
                        ActionDefinition.of(SearchUi.ACTION, SearchUi.Input.class)
                                .description("Another.")
                                .handler((input, _) -> input.query()));
        RelayAgent planner = relay.register("planner");

        assertThat(planner.actions().find(SearchUi.ACTION).orElseThrow().description())
                .isEqualTo("Another.");
        assertThat(
                        planner.actions()
                                .invoke(SearchUi.ACTION, SearchUi.billing(), String.class)
                                .orElseThrow())
                .isEqualTo("billing regressions");
        assertThat(operatorUi.shown).isEmpty();
    }

    @Test
    void closing_a_registration_takes_the_action_away() {
        RelayAgent planner = relay.register("planner");
        Subscription registration = relay.actions().register(operatorUi.definition());

        registration.close();
        registration.close();

        assertThat(planner.actions().find(SearchUi.ACTION)).isEmpty();
    }

    @Test
    void a_registration_that_is_refused_leaves_the_handler_before_it_at_work() {
        RelayAgent planner = relay.register("planner");
        relay.actions().register(operatorUi.definition());

        assertThatThrownBy(
                        () ->
                                relay.actions()
                                        .register(
                                                operatorUi
                                                        .draft()
                                                        .availableTo(" ")
                                                        .handler(
                                                                (_, _) ->
                                                                        new SearchUi.Output(
                                                                                false))))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(
                        planner.actions()
                                .invoke(SearchUi.ACTION, SearchUi.billing(), SearchUi.Output.class)
                                .ok())
                .isTrue();
        assertThat(operatorUi.shown).hasSize(1);
    }

    @Test
    void a_registration_that_is_refused_says_why() {
        assertThatThrownBy(
                        () ->
                                relay.actions()
                                        .register(
                                                ActionDefinition.of(
                                                                " bad name ", SearchUi.Input.class)
                                                        .description("x")
                                                        .handler((_, _) -> null)))
                .hasMessageContaining("name");
    }
}
