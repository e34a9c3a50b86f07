package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.access;
import static dev.waybill.server.network.transport.NatsFixture.core;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.token;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.server.Eventually;
import dev.waybill.server.network.transport.Link.State;
import io.nats.client.NKey;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may use a broker, and what for.
class NatsSignInTest {
    private static final String SUBJECT = PREFIX + ".builders.broadcast";

    @TempDir private Path folder;

    @Test
    void a_token_opens_the_broker_and_another_does_not() {
        try (NatsServer broker =
                NatsServer.start(folder, "authorization { token: \"opensesame\" }")) {
            assertAccepted(token(broker.url(), "opensesame"));
            assertRefused(token(broker.url(), "closesesame"), token(broker.url(), null));
        }
    }

    @Test
    void a_refused_token_is_tried_again_until_it_is_taken() {
        int port;
        try (NatsServer strict =
                NatsServer.start(folder, "authorization { token: \"opensesame\" }")) {
            port = strict.port();
            try (Transport transport = core(token(strict.url(), "early"))) {
                Steps steps = new Steps();
                transport.start(steps);
                Eventually.is("it is refused", () -> transport.link().trouble() != null);

                strict.kill();
                try (NatsServer lenient =
                        NatsServer.startOn(port, folder, "authorization { token: \"early\" }")) {
                    steps.awaitConnected(1);
                    assertThat(transport.link().port()).isEqualTo(lenient.port());
                }
            }
        }
    }

    @Test
    void an_nkey_opens_the_broker_and_another_does_not() throws Exception {
        NKey known = NKey.createUser(new SecureRandom());
        NKey stranger = NKey.createUser(new SecureRandom());
        String users =
                "authorization { users: [ { nkey: \"%s\" } ] }"
                        .formatted(new String(known.getPublicKey()));
        try (NatsServer broker = NatsServer.start(folder, users)) {
            assertAccepted(nkey(broker.url(), seed("known.nk", known)));
            assertRefused(nkey(broker.url(), seed("stranger.nk", stranger)));
        }
    }

    @Test
    void a_seed_that_cannot_be_read_is_named() {
        try (NatsServer broker = NatsServer.start(folder, "");
                Transport transport = core(nkey(broker.url(), folder.resolve("nowhere.nk")))) {
            transport.start(new Steps());

            Eventually.is(
                    "the setting is named",
                    () ->
                            String.valueOf(transport.link().trouble()).startsWith("nats.nkey: ")
                                    && String.valueOf(transport.link().trouble())
                                            .contains("nowhere.nk"));
        }
    }

    @Test
    void a_credentials_file_opens_the_broker_and_another_does_not() throws Exception {
        Operator operator = new Operator();
        Operator impostor = new Operator();
        try (NatsServer broker = NatsServer.start(folder, operator.config())) {
            assertAccepted(credentials(broker.url(), operator.credentials(folder, "ours")));
            assertRefused(credentials(broker.url(), impostor.credentials(folder, "theirs")));
        }
    }

    @Test
    void publishing_where_it_is_not_permitted_fails() throws Exception {
        String users =
                """
                authorization { users: [
                  { user: "peer", password: "secret",
                    permissions: { publish: ["%s"], subscribe: [">"] } }
                ] }
                """
                        .formatted(SUBJECT);
        try (NatsServer broker = NatsServer.start(folder, users);
                Transport transport =
                        core(access("nats://peer:secret@127.0.0.1:" + broker.port()))) {
            Ear ear = new Ear();
            NatsFixture.started(transport);
            transport.subscribe(SUBJECT, null, ear);

            assertThatExceptionOfType(CarrierException.class)
                    .isThrownBy(
                            () ->
                                    transport.publish(
                                            List.of(parcel(PREFIX + ".other", "smuggled"))));
            transport.publish(List.of(parcel(SUBJECT, "permitted")));

            assertThat(ear.next()).isEqualTo("permitted");
            assertThat(transport.link().toString()).doesNotContain("secret");
        }
    }

    @Test
    void a_subject_that_may_not_be_heard_is_trouble_for_itself_alone() throws Exception {
        String users =
                """
                authorization { users: [
                  { user: "peer", password: "secret",
                    permissions: { publish: [">"], subscribe: ["%s", "_INBOX.>"] } }
                ] }
                """
                        .formatted(SUBJECT);
        try (NatsServer broker = NatsServer.start(folder, users);
                Transport transport =
                        core(access("nats://peer:secret@127.0.0.1:" + broker.port()))) {
            Ear ear = new Ear();
            transport.subscribe(PREFIX + ".early", null, new Ear());
            transport.subscribe(SUBJECT, null, ear);
            NatsFixture.started(transport);
            assertThat(transport.link().trouble())
                    .isEqualTo("subjects that are not heard: 1 (may not subscribe)");

            Transport.Subscription late = transport.subscribe(PREFIX + ".late", "group", new Ear());
            assertThat(transport.link().trouble())
                    .isEqualTo("subjects that are not heard: 2 (may not subscribe)");
            transport.publish(List.of(parcel(SUBJECT, "heard")));
            late.close();

            assertThat(ear.next()).isEqualTo("heard");
            assertThat(transport.link().state()).isEqualTo(State.CONNECTED);
            assertThat(transport.link().trouble())
                    .isEqualTo("subjects that are not heard: 1 (may not subscribe)");
        }
    }

    static void assertAccepted(NatsAccess access) {
        try (Transport transport = NatsFixture.started(core(access))) {
            assertThat(transport.link().state()).isEqualTo(State.CONNECTED);
        }
    }

    /// All at once: the client takes its time to believe that it is refused.
    static void assertRefused(NatsAccess... all) {
        List<NatsTransport> transports = Arrays.stream(all).map(NatsFixture::core).toList();
        try {
            transports.forEach(transport -> transport.start(new Steps()));
            for (Transport transport : transports) {
                Eventually.is("it is refused", () -> transport.link().trouble() != null);
                assertThat(transport.link().state()).isEqualTo(State.CONNECTING);
                assertThat(transport.link().trouble())
                        .containsAnyOf("refuses our credentials", "sign-in-refused", "TLS failed");
            }
        } finally {
            transports.forEach(Transport::close);
        }
    }

    private Path seed(String name, NKey key) throws Exception {
        return Files.writeString(folder.resolve(name), new String(key.getSeed()) + "\n", US_ASCII);
    }

    private static NatsAccess nkey(String url, Path file) {
        return signIn(url, null, file);
    }

    private static NatsAccess credentials(String url, Path file) {
        return signIn(url, file, null);
    }

    private static NatsAccess signIn(String url, @Nullable Path credentials, @Nullable Path nkey) {
        return new NatsAccess(List.of(URI.create(url)), null, credentials, nkey, null, null, null);
    }
}
