package dev.waybill.sdk;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The server's answer to `node.register` on one connection.
final class Registration {
    static final String ID = "register";
    static final String RECEIPTS = "waybill:receipts-v1";

    /// Says that a call which comes twice is done once, so that the server need not wait before it sends one again.
    static final String ACTS_ONCE = "waybill:actions-v1";

    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable Connection connection;
    private volatile @Nullable JsonNode answer;

    void answered(Connection by, JsonNode frame) {
        connection = by;
        answer = frame;
        answered.countDown();
    }

    /// Returns when the server has accepted it.
    void await(Duration patience) throws InterruptedException {
        if (!answered.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new RelayException(
                    RelayException.CONNECTION, "node.register was not answered", true);
        }
        JsonNode frame = Objects.requireNonNull(answer);
        if (!frame.path("type").asString("").equals("reply")) {
            throw Refusals.of(frame);
        }
    }

    Connection connection() {
        return Objects.requireNonNull(connection);
    }

    /// Whether the server keeps a state of each delivery until a receipt changes it.
    boolean keepsReceipts() {
        JsonNode frame = Objects.requireNonNull(answer);
        for (JsonNode one : frame.path("data").path("accepted_capabilities")) {
            if (one.path("name").asString("").equals(RECEIPTS)) {
                return one.path("accepted").asBoolean(false);
            }
        }
        return false;
    }
}
