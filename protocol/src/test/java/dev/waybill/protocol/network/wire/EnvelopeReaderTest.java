package dev.waybill.protocol.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Envelopes;
import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Secrets;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeReaderTest {
    private final EnvelopeReader reader = new EnvelopeReader(NetworkProfile.WORKSPACE);

    /// Each of these breaks one rule more than the one after it; the first rule is the one that is named.
    @Test
    void the_first_rule_that_is_broken_is_named() {
        List<String> broken =
                List.of(
                        "\"protocol\":\"agh-network/v9\",",
                        "\"workspace_id\":\"a.b\",",
                        "\"kind\":\"shout\",",
                        "\"channel\":\"BAD\",",
                        "\"from\":\"BAD\",",
                        "\"to\":\"BAD\",",
                        "\"ts\":-1,",
                        "\"work_id\":\"a/b\",",
                        "\"surface\":\"room\",");
        List<String> named =
                List.of(
                        "protocol 'agh-network/v9'",
                        "workspace_id 'a.b'",
                        "kind 'shout'",
                        "channel 'BAD'",
                        "peer 'BAD'",
                        "peer 'BAD'",
                        "ts is missing",
                        "work_id 'a/b'",
                        "surface 'room'");
        String good = good();
        for (int i = 0; i < broken.size(); i++) {
            String document =
                    good.substring(0, good.length() - 1)
                            + ","
                            + String.join("", broken.subList(i, broken.size()))
                            + "\"body\":{\"text\":\"\"}}";

            assertThat(rejected(document).detail()).startsWith(named.get(i));
        }
    }

    @Test
    void what_is_refused_says_what_it_claimed_to_be() {
        Reading.Rejected rejected = rejected(good().replace("\"text\":\"hi\"", "\"text\":\" \""));

        assertThat(rejected.reason()).isEqualTo(ReasonCode.MALFORMED);
        assertThat(rejected.claim())
                .isNotNull()
                .extracting(Claim::id, Claim::from, Claim::to)
                .containsExactly("msg_1", "coder.sess-abc", null);
        assertThat(rejected("{").claim()).isNull();
    }

    @Test
    void what_is_stale_says_so_too() {
        Reading reading =
                reader.read(
                        good().getBytes(UTF_8),
                        Freshness.DEFAULT,
                        Instant.ofEpochSecond(Envelopes.NOW + 301));

        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Rejected.class,
                        rejected -> {
                            assertThat(rejected.flaw()).isEqualTo(Flaw.REPLAY_WINDOW);
                            assertThat(rejected.claim()).isNotNull();
                        });
    }

    @Test
    void the_sender_of_refused_work_can_be_told() {
        String work =
                good().replace(
                                "\"from\"",
                                "\"to\":\"reviewer.sess-b\",\"work_id\":\"w1\",\"from\"");

        assertThat(receipt(work.replace("hi", " ")))
                .contains(
                        "{\"for_id\":\"msg_1\",\"status\":\"rejected\",\"reason_code\":\"malformed\"}");
        assertThat(receipt(work.replace("\"body\"", "\"expires_at\":1,\"body\"")))
                .contains(
                        "{\"for_id\":\"msg_1\",\"status\":\"expired\",\"reason_code\":\"expired\"}");
        assertThat(receipt(good().replace("hi", " "))).isEmpty();
        assertThat(receipt(work.replace("hi", " ").replace("\"surface\"", "\"other\""))).isEmpty();
        assertThat(receipt("{")).isEmpty();
    }

    private Optional<String> receipt(String document) {
        Reading reading =
                reader.read(
                        document.getBytes(UTF_8),
                        Freshness.DEFAULT,
                        Instant.ofEpochSecond(Envelopes.NOW));
        return reader.receipt((Reading.Rejected) reading, new EnvelopeId("r1"), Envelopes.NOW)
                .map(receipt -> receipt.body().text());
    }

    @Test
    void a_mebibyte_is_read_and_a_byte_more_is_not() {
        int room = NetworkProfile.MAX_BYTES - good().getBytes(UTF_8).length;
        String full = good().replace("\"hi\"", "\"hi" + "x".repeat(room) + "\"");

        assertThat(reader.read(full.getBytes(UTF_8))).isInstanceOf(Reading.Accepted.class);
        assertThat(rejected(full + " ").detail()).isEqualTo("1048577 bytes are more than 1048576");
    }

    @Test
    void stray_bytes_are_replaced() {
        byte[] document = good().replace("hi", "h#i").getBytes(UTF_8);
        document[good().indexOf("hi") + 1] = (byte) 0xff;

        assertThat(reader.read(document))
                .isInstanceOfSatisfying(
                        Reading.Accepted.class,
                        accepted ->
                                assertThat(accepted.envelope().content().body().text())
                                        .isEqualTo("{\"text\":\"h\ufffdi\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1775822400.0",
                "\"1775822400\"",
                "1.7758224e9",
                "9223372036854775808",
                "true",
                "[]",
                "1e400"
            })
    void a_time_is_a_whole_number(String ts) {
        assertThat(rejected(good().replace(":1775822400", ":" + ts)).flaw())
                .isEqualTo(Flaw.INVALID_ENVELOPE);
    }

    @Test
    void secrets_are_refused_or_struck_out_as_the_profile_says() {
        List<String> texts =
                List.of(
                        "use Bearer abc.def",
                        "api_key=abc",
                        "\\\"client-secret\\\" : \\\"x y\\\"",
                        "agh_claim_abc",
                        "Authorization: Basic abc",
                        "PASSWORD = 'a b c'");
        List<String> kept = new ArrayList<>();
        for (String text : texts) {
            String document = good().replace("\"hi\"", "\"a " + text + ", b\"");

            assertThat(rejected(document).detail()).isEqualTo("there seems to be a secret in body");
            kept.add(redacted(document));
        }

        assertThat(kept)
                .containsExactly(
                        "{\"text\":\"a use [REDACTED], b\"}",
                        "{\"text\":\"a [REDACTED], b\"}",
                        "{\"text\":\"a [REDACTED], b\"}",
                        "{\"text\":\"a [REDACTED], b\"}",
                        "{\"text\":\"a [REDACTED] abc, b\"}",
                        "{\"text\":\"a [REDACTED], b\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the token bucket is empty",
                "max_tokens: 100",
                "password: [REDACTED]",
                "secretary: Ms Smith",
                "tokens = 5"
            })
    void what_only_sounds_like_a_secret_passes(String text) {
        assertThat(reader.read(good().replace("hi", text).getBytes(UTF_8)))
                .isInstanceOf(Reading.Accepted.class);
    }

    @Test
    void a_long_text_of_near_secrets_is_read_at_once() {
        for (String near :
                List.of("token ", "token:\\\"", "Bearer ", "\\\"token\\\" ", "authorization-")) {
            String document = good().replace("hi", near.repeat(60_000) + " x");

            assertThat(redacted(document)).startsWith("{\"text\":");
        }
    }

    private static String redacted(String document) {
        Reading reading =
                new EnvelopeReader(NetworkProfile.WORKSPACE.with(Secrets.REDACT))
                        .read(document.getBytes(UTF_8));
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).envelope().body().text();
    }

    private Reading.Rejected rejected(String document) {
        Reading reading = reader.read(document.getBytes(UTF_8));
        assertThat(reading).isInstanceOf(Reading.Rejected.class);
        return (Reading.Rejected) reading;
    }

    private static String good() {
        return Envelopes.inThread("msg_1", "say")
                .put("from", "coder.sess-abc")
                .put("body", RawJson.of("{\"text\":\"hi\"}"))
                .done()
                .text();
    }

    @Test
    void an_empty_object_is_missing_its_protocol() {
        assertThat(rejected(new ObjectText().done().text()).detail())
                .isEqualTo("protocol is missing");
    }
}
