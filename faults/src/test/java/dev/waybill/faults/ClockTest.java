package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The clock of the machine is set back and forth while everybody is at work.
class ClockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration HALF = HOUR.dividedBy(2);

    @TempDir private Path folder;

    @Test
    void an_hour_forward_and_back_under_load_changes_nothing_but_the_time() throws IOException {
        Random random = Chance.of("clock");
        FakeClock clock = new FakeClock(folder);
        try (ServerProcess server =
                        clock.on(new ServerProcess(folder.resolve("data"), null))
                                // What waits must not be given up when an hour seems to have
                                // passed.
                                .with("WAYBILL_DELIVERY_TIME_TO_LIVE", "100h")
                                .start();
                World world =
                        new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME)) {
            world.begin();
            for (int round = 0; round < Math.max(1, Chance.rounds() / 2); round++) {
                for (Duration ahead : List.of(HOUR, Duration.ZERO, HOUR.negated(), Duration.ZERO)) {
                    clock.jump(ahead);
                    world.awaitConfirmed(world.history().confirmed() + 200);
                    assertThat(Duration.between(Instant.now(), world.serverTime()))
                            .isBetween(ahead.minus(HALF), ahead.plus(HALF));
                }
            }
            clock.jump(HOUR.negated());
            server.kill();
            world.afterKill();
            server.start();
            world.awaitConfirmed(world.history().confirmed() + 200);
            world.awaitAcks();
            world.cutOff();
            world.proveAll();
            server.stop();
            world.verify();
        }
    }
}
