package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.core;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.publishStubbornly;
import static dev.waybill.server.network.transport.NatsFixture.started;
import static dev.waybill.server.network.transport.NatsFixture.stream;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.server.Eventually;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.transport.NatsChild.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The broker that a server brings along.
class NatsChildTest {
    private static final String SUBJECT = PREFIX + ".builders.broadcast";

    @TempDir private Path folder;

    @Test
    void it_carries_and_is_gone_when_the_transport_is_closed() throws Exception {
        Ear ear = new Ear();
        ProcessHandle process;
        try (Transport transport = started(core(child(false)))) {
            transport.subscribe(SUBJECT, null, ear);
            transport.publish(List.of(parcel(SUBJECT, "hello")));

            assertThat(ear.next()).isEqualTo("hello");
            assertThat(transport.link().host()).isEqualTo("127.0.0.1");
            process = process();
            assertThat(process.isAlive()).isTrue();
        }

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void it_takes_payloads_of_the_size_that_is_set() throws Exception {
        try (Transport transport = started(stream(child(true), "one"))) {
            assertThat(transport.maxPayload()).isEqualTo(NatsFixture.MAX_PAYLOAD);
            transport.publish(
                    List.of(new Parcel(SUBJECT, new byte[NatsFixture.MAX_PAYLOAD], "largest")));
        }
    }

    @Test
    void its_token_is_on_no_command_line_and_in_no_file() throws Exception {
        NatsChild child = child(false);
        try (Transport transport = started(core(child))) {
            String token = child.access().token();

            assertThat(token).hasSize(64);
            assertThat(process().info().commandLine().orElse("")).doesNotContain(token);
            try (var files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, UTF_8)).doesNotContain(token);
                }
            }
            assertThat(transport.link().toString()).doesNotContain(token);
        }
    }

    @Test
    void it_is_started_again_when_it_dies() throws Exception {
        Ear ear = new Ear();
        try (Transport transport = core(child(true))) {
            Steps steps = new Steps();
            transport.subscribe(SUBJECT, null, ear);
            transport.start(steps);
            steps.awaitConnected(1);
            Integer port = transport.link().port();

            process().destroyForcibly();
            steps.awaitConnected(2);
            publishStubbornly(transport, List.of(parcel(SUBJECT, "again")));

            assertThat(ear.next()).isEqualTo("again");
            assertThat(transport.link().port()).isEqualTo(port);
        }
    }

    @Test
    void what_its_stream_keeps_is_there_after_a_restart_of_the_server() throws Exception {
        try (Transport transport = started(stream(child(true), "one"))) {
            transport.subscribe(SUBJECT, "database", _ -> {});
            transport.publish(List.of(parcel(SUBJECT, "kept")));
        }

        Ear ear = new Ear();
        try (Transport transport = started(stream(child(true), "one"))) {
            transport.subscribe(SUBJECT, "database", ear);

            assertThat(ear.next()).isEqualTo("kept");
        }
    }

    @Test
    void the_broker_of_a_server_that_was_killed_is_ended() throws Exception {
        NatsChild killed = child(true);
        killed.access();
        ProcessHandle orphan = process();

        try (Transport transport = started(core(child(true)))) {
            assertThat(transport.link().port()).isPositive();
            Eventually.is("the orphan has ended", () -> !orphan.isAlive());
            assertThat(process().isAlive()).isTrue();
        }
    }

    @Test
    void a_program_that_is_not_there_is_named_with_its_setting() {
        NatsConfig nats =
                new NatsConfig(
                        null,
                        true,
                        "no-such-server",
                        -1,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        false,
                        "WAYBILL_NETWORK");

        assertThatIllegalStateException()
                .isThrownBy(
                        () ->
                                Transports.of(
                                        NetworkConfig.DEFAULTS,
                                        nats,
                                        folder,
                                        "one",
                                        new SimpleMeterRegistry(),
                                        InstantSource.system()))
                .withMessageContaining("nats.embedded")
                .withMessageContaining("no-such-server")
                .withMessageContaining("nats.binary");
    }

    @Test
    void a_program_that_is_no_broker_is_reported_and_tried_again() throws Exception {
        Path impostor = Files.writeString(folder.resolve("impostor"), "#!/bin/sh\nexit 1\n", UTF_8);
        assertThat(impostor.toFile().setExecutable(true)).isTrue();
        NatsChild child =
                new NatsChild(
                        impostor,
                        folder.resolve("nats"),
                        new Settings(-1, NatsFixture.MAX_PAYLOAD, false),
                        new SecureRandom());
        try (Transport transport = core(child)) {
            transport.start(new Steps());

            Eventually.is(
                    "the trouble is named",
                    () -> String.valueOf(transport.link().trouble()).startsWith("nats.embedded: "));
        }
    }

    @Test
    void a_broker_whose_start_fails_half_way_is_ended() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("half-way"),
                        "#!/bin/sh\nwhile :; do sleep 1; done\n",
                        UTF_8);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path nats = Files.createDirectory(folder.resolve("nats"));
        // Its process id cannot be written down.
        Files.createSymbolicLink(nats.resolve("nats-server.pid"), folder.resolve("nowhere/pid"));
        NatsChild child =
                new NatsChild(
                        program,
                        nats,
                        new Settings(-1, NatsFixture.MAX_PAYLOAD, false),
                        new SecureRandom());

        assertThatExceptionOfType(CarrierException.class)
                .isThrownBy(child::access)
                .withMessageContaining("cannot be started");

        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(one -> one.info().commandLine().orElse("").contains(program.toString()));
    }

    private NatsChild child(boolean jetstream) {
        return new NatsChild(
                NatsServer.program(),
                folder.resolve("nats"),
                new Settings(-1, NatsFixture.MAX_PAYLOAD, jetstream),
                new SecureRandom());
    }

    private ProcessHandle process() throws IOException {
        String pid = Files.readString(folder.resolve("nats/nats-server.pid"), UTF_8).strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }
}
