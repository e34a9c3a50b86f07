package dev.waybill.server;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.message.Messages;
import dev.waybill.server.network.read.NetworkReads;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has new ids rise above all that are in use, whatever the clocks say, here or on another server: what is said is delivered
/// and listed in their order. One clock that is far ahead carries every server along, so that is told.
final class Numbering {
    private static final Logger LOG = LoggerFactory.getLogger(Numbering.class);
    private static final Duration TOLERATED = Duration.ofMinutes(1);

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final List<ToLongFunction<ReadTx>> newest;
    private boolean told;

    static Numbering over(Supplies supplies) {
        return new Numbering(
                supplies.database(),
                supplies.ids(),
                supplies.clock(),
                List.of(Workspaces::newestId, Messages::newestId, NetworkReads::newestId));
    }

    /// @param newest the largest ids of what is ordered by them
    Numbering(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            List<ToLongFunction<ReadTx>> newest) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.newest = List.copyOf(newest);
    }

    /// From now on ids are larger than all that are there.
    void follow() {
        long last = database.read(this::last);
        ids.startAfter(last);
        tellIfAhead(Snowflakes.instantOf(last));
    }

    private long last(ReadTx tx) {
        return newest.stream().mapToLong(some -> some.applyAsLong(tx)).max().orElse(0);
    }

    /// Once, until the clock has caught up.
    private void tellIfAhead(Instant last) {
        Duration ahead = Duration.between(clock.instant(), last);
        if (!ahead.isPositive()) {
            told = false;
        } else if (!told && ahead.compareTo(TOLERATED) > 0) {
            told = true;
            LOG.atWarn()
                    .addKeyValue("ahead", Duration.ofSeconds(ahead.toSeconds()))
                    .log(
                            "The newest id is ahead of this clock, and all that follow will be: a server's clock is wrong, or was");
        }
    }
}
