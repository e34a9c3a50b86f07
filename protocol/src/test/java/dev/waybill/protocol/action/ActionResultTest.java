package dev.waybill.protocol.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ActionResultTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final InvocationId ID = new InvocationId("inv_1");

    @Test
    void results_are_written_as_the_envelope_has_them() {
        assertThat(JSON.text(completed()))
                .isEqualTo(
                        "{\"ok\":true,\"action\":\"ticket.create\",\"invocationId\":\"inv_1\",\"output\":{\"userId\":1}}");
        assertThat(JSON.text(failed()))
                .isEqualTo(
                        "{\"ok\":false,\"action\":\"ticket.create\",\"invocationId\":\"inv_1\",\"error\":{\"code\":\"permission_denied\",\"message\":\"no\",\"retryable\":false}}");
    }

    @Test
    void what_was_written_is_read_again() {
        for (ActionResult result : List.of(completed(), failed())) {
            assertThat(JSON.convert(JSON.toTree(result), ActionResult.class)).isEqualTo(result);
        }
    }

    private static ActionResult completed() {
        return new ActionResult.Completed(
                "ticket.create", ID, Json.emptyObject().put("userId", 1), null);
    }

    private static ActionResult failed() {
        return new ActionResult.Failed(
                "ticket.create",
                ID,
                new ActionError(ActionErrorCode.PERMISSION_DENIED, "no", null, false));
    }
}
