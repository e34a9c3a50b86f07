package dev.waybill.bench.waybill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LimitTest {
    private static final int COUNT = 500;

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Entry.class,
            names = {"FRAMES", "REQUESTS"})
    void every_message_is_confirmed_and_comes_once_whichever_way_it_got_in(Entry entry)
            throws Exception {
        try (Limit limit = Limit.start(folder, entry)) {
            assertAllCome(limit, Shape.toOne(3, 8, 5));
        }
    }

    @Test
    void what_is_sent_to_a_channel_comes_to_everybody_there() throws Exception {
        try (Limit limit = Limit.start(folder, Entry.FRAMES)) {
            assertAllCome(limit, Shape.toAll(8, 50));
        }
    }

    @Test
    void what_is_confirmed_is_in_the_file() throws Exception {
        try (LimitProcess server = LimitProcess.start(folder);
                Stage stage = Stage.of(server)) {
            AtomicReference<String> written = new AtomicReference<>("");
            CountDownLatch confirmed = new CountDownLatch(1);
            Heard heard =
                    new Heard() {
                        @Override
                        public void confirmed(long number) {
                            written.set(read(server.file()));
                            confirmed.countDown();
                        }

                        @Override
                        public void delivered(long number) {}

                        @Override
                        public void fault(String what) {}
                    };
            try (Scene scene =
                    WaybillScene.open(stage, "s-", Shape.toOne(1, 1, 1), heard, Entry.FRAMES)) {
                scene.send(0, 0, 42);

                assertThat(confirmed.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(written.get()).contains(Body.begin(42) + Body.rest());
            }
        }
    }

    private static void assertAllCome(Limit limit, Shape shape) throws Exception {
        ClosedLoad load = new ClosedLoad(shape);
        try (Scene scene = limit.open(shape, load.inFlight())) {
            scene.listen();
            load.into(scene);

            load.send(COUNT);

            long completed = load.inFlight().completed();
            assertThat(completed).isGreaterThanOrEqualTo(COUNT - shape.slots());
            assertThat(load.inFlight().delivered()).isEqualTo(completed * shape.deliveriesEach());
            assertThat(load.inFlight().faults()).isZero();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
