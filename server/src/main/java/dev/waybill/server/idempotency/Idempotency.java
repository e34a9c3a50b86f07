package dev.waybill.server.idempotency;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers a request that comes again under the same key as it was answered before, without doing it again.
///
/// The answer is kept in the transaction of the work, so there is no moment at which one is there without the other.
public final class Idempotency {
    public static final Duration KEPT = Duration.ofHours(24);

    private static final String FIND =
            """
            select fingerprint, data from idempotency
            where workspace_id = ? and actor = ? and scope = ? and key = ? and created_at > ?
            """;
    private static final String KEEP =
            """
            insert into idempotency (workspace_id, actor, scope, key, fingerprint, data, created_at)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, actor, scope, key)
            do update set fingerprint = excluded.fingerprint, data = excluded.data, created_at = excluded.created_at
            """;
    private static final String FORGET = "delete from idempotency where created_at <= ?";

    private final Json json;
    private final InstantSource clock;

    public Idempotency(Json json, InstantSource clock) {
        this.json = json;
        this.clock = clock;
    }

    /// Does the work, unless it was done under this key before; without a key it is always done.
    public Answered once(Tx tx, @Nullable RequestKey key, Supplier<?> work) {
        if (key == null) {
            return new Answered(work.get(), false);
        }
        Instant now = clock.instant();
        return tx.first(
                        FIND,
                        row -> new Kept(row.text(1), row.text(2)),
                        key.workspace(),
                        key.actor(),
                        key.scope(),
                        key.key(),
                        now.minus(KEPT))
                .map(kept -> replay(kept, key))
                .orElseGet(() -> first(tx, key, now, work.get()));
    }

    /// Drops the answers that nobody may ask for any more.
    public void forgetOld(Tx tx) {
        tx.execute(FORGET, clock.instant().minus(KEPT));
    }

    private Answered replay(Kept kept, RequestKey key) {
        if (!kept.fingerprint().equals(key.fingerprint())) {
            throw new Refusal(
                    Reason.IDEMPOTENCY_KEY_REUSED,
                    "The idempotency key was used for another request: " + key.key());
        }
        return new Answered(json.tree(kept.data()), true);
    }

    private Answered first(Tx tx, RequestKey key, Instant now, Object data) {
        tx.execute(
                KEEP,
                key.workspace(),
                key.actor(),
                key.scope(),
                key.key(),
                key.fingerprint(),
                json.text(data),
                now);
        return new Answered(data, false);
    }

    private record Kept(String fingerprint, String data) {}
}
