package dev.waybill.sdk;

import dev.waybill.sdk.schema.Format;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The operator UI of the page: it shows search results.
final class SearchUi {
    static final String ACTION = "ui.show_search_results";

    final List<Input> shown = new CopyOnWriteArrayList<>();

    record Input(String query, List<Result> results) {}

    record Result(String title, @Format("uri") String url, @Nullable String snippet) {}

    record Output(boolean displayed) {}

    static Input billing() {
        return new Input(
                "billing regressions",
                List.of(
                        new Result(
                                "BILL-123",
                                "https://linear.app/acme/issue/BILL-123",
                                "Refund calculation fails for prorated plans.")));
    }

    ActionDefinition.Draft<Input, Output> draft() {
        return ActionDefinition.of(ACTION, Input.class, Output.class)
                .description("Show a result set in the operator UI.");
    }

    ActionDefinition<Input, Output> definition() {
        return draft().handler(
                        (input, _) -> {
                            shown.add(input);
                            return new Output(true);
                        });
    }
}
