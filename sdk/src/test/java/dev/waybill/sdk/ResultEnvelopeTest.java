package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Page "Actions", section "Result Envelope".
class ResultEnvelopeTest extends OnARelay {
    private final SearchUi operatorUi = new SearchUi();

    record Branch(String name) {}

    record Lines(int from, int to) {
        Lines {
            if (to < from) {
                throw new IllegalArgumentException("to is before from");
            }
        }
    }

    @Test
    void what_is_done_comes_with_output_and_metadata() {
        relay.actions()
                .register(
                        operatorUi
                                .draft()
                                .handler(
                                        (_, ctx) -> {
                                            ctx.metadata("source", "cache").metadata("rows", 3);
                                            return new SearchUi.Output(true);
                                        }));

        ActionResult<SearchUi.Output> result =
                relay.actions().invoke(SearchUi.ACTION, SearchUi.billing(), SearchUi.Output.class);

        assertThat(result.ok()).isTrue();
        assertThat(result.action()).isEqualTo(SearchUi.ACTION);
        assertThat(result)
                .isEqualTo(
                        new ActionResult.Completed<>(
                                SearchUi.ACTION,
                                result.invocationId(),
                                new SearchUi.Output(true),
                                Map.of("source", "cache", "rows", 3)));
    }

    @Test
    void an_unknown_action_is_not_found() {
        ActionError error = error("no.such_action", Map.of());

        assertThat(error.code()).isEqualTo(ActionErrorCode.NOT_FOUND);
        assertThat(error.message()).contains("no.such_action");
    }

    @Test
    void input_that_does_not_fit_is_validation_failed_with_details() {
        relay.actions().register(operatorUi.definition());

        ActionError error = error(SearchUi.ACTION, Map.of("query", 3));

        assertThat(error.code()).isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        assertThat(error.details()).isNotNull();
        assertThat(operatorUi.shown).isEmpty();
    }

    @Test
    void what_only_the_record_can_tell_looks_like_what_the_schema_tells() {
        relay.actions()
                .register(
                        ActionDefinition.of("log.read", Lines.class)
                                .description("Reads some lines.")
                                .handler((_, _) -> null));

        ActionError byServer = error("log.read", Map.of("from", 1, "to", "x"));
        ActionError byRecord = error("log.read", Map.of("from", 3, "to", 2));

        for (ActionError each : List.of(byServer, byRecord)) {
            assertThat(each.code()).isEqualTo(ActionErrorCode.VALIDATION_FAILED);
            JsonNode details = Objects.requireNonNull(each.details());
            assertThat(details.path(0).propertyNames()).containsExactly("path", "message");
        }
        assertThat(byRecord.message()).contains("to is before from");
        assertThat(byServer.retryable()).isEqualTo(byRecord.retryable());
    }

    @Test
    void a_handler_that_throws_has_failed_and_says_whether_to_try_again() {
        register(
                "deploy.preview",
                (branch, _) -> {
                    throw switch (branch.name()) {
                        case "network" -> new IOException("no route");
                        case "bug" -> new IllegalStateException("on purpose");
                        default ->
                                new ActionFailure("The cluster is full.")
                                        .retryable()
                                        .details(Map.of("free", 0));
                    };
                });

        assertThat(error("deploy.preview", new Branch("network")))
                .isEqualTo(new ActionError(ActionErrorCode.HANDLER_FAILED, "no route", null, true));
        assertThat(error("deploy.preview", new Branch("bug")))
                .isEqualTo(
                        new ActionError(ActionErrorCode.HANDLER_FAILED, "on purpose", null, false));
        ActionError full = error("deploy.preview", new Branch("main"));
        assertThat(full.message()).isEqualTo("The cluster is full.");
        assertThat(full.retryable()).isTrue();
        JsonNode details = full.details();
        assertThat(details).isNotNull();
        assertThat(String.valueOf(details)).isEqualTo("{\"free\":0}");
    }

    @Test
    void a_handler_that_was_interrupted_has_failed_for_now_and_is_not_run_again() {
        AtomicInteger runs = new AtomicInteger();
        register(
                "deploy.preview",
                (_, _) -> {
                    runs.incrementAndGet();
                    throw new InterruptedException("a build was cancelled");
                });

        assertThat(error("deploy.preview", new Branch("main")))
                .isEqualTo(
                        new ActionError(
                                ActionErrorCode.HANDLER_FAILED,
                                "a build was cancelled",
                                null,
                                true));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_handler_that_leaves_an_interrupt_behind_gives_its_result_and_is_not_run_again() {
        AtomicInteger runs = new AtomicInteger();
        register(
                "deploy.preview",
                (branch, _) -> {
                    runs.incrementAndGet();
                    Thread.currentThread().interrupt();
                    return branch;
                });

        assertThat(
                        relay.actions()
                                .invoke("deploy.preview", new Branch("main"), Branch.class)
                                .orElseThrow())
                .isEqualTo(new Branch("main"));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_handler_that_is_away_has_failed_for_now() {
        RelayAgent ui = relay.register("ui");
        ui.actions().register(operatorUi.definition());
        ui.close();

        ActionError error = error(SearchUi.ACTION, SearchUi.billing());

        assertThat(error.code()).isEqualTo(ActionErrorCode.HANDLER_FAILED);
        assertThat(error.retryable()).isTrue();
    }

    @Test
    void an_output_that_is_not_what_the_caller_expects_is_a_failure() {
        register("deploy.preview", (_, _) -> Map.of("url", 3));

        ActionResult<Branch> result =
                relay.actions().invoke("deploy.preview", new Branch("main"), Branch.class);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ActionResult.Failed.class,
                        failed ->
                                assertThat(failed.error().message()).contains("/name: is missing"));
        assertThatThrownBy(result::orElseThrow)
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> assertThat(e.code()).isEqualTo("handler_failed"));
    }

    @Test
    void a_request_that_is_refused_before_there_is_a_call_throws() {
        try (Endpoint endpoint = new Endpoint(server.url(), TestRelay.OPTIONS)) {
            Invoker stranger = new Invoker(endpoint.api("at_live_nobody"));

            assertThatThrownBy(
                            () ->
                                    stranger.invoke(
                                            ActionCall.of("deploy.preview", new Branch("main")),
                                            Branch.class))
                    .isInstanceOfSatisfying(
                            RelayException.class, e -> assertThat(e.retryable()).isFalse())
                    .hasMessageContaining("401");
        }
    }

    private void register(String name, ActionHandler<Branch, @Nullable Object> handler) {
        relay.actions()
                .register(
                        ActionDefinition.of(name, Branch.class)
                                .description("Deploys.")
                                .handler(handler));
    }

    private ActionError error(String action, Object input) {
        ActionResult<JsonNode> result = relay.actions().invoke(action, input);
        assertThat(result.ok()).isFalse();
        assertThat(result.action()).isEqualTo(action);
        assertThat(result.invocationId().value()).startsWith("inv_");
        return ((ActionResult.Failed<JsonNode>) result).error();
    }
}
