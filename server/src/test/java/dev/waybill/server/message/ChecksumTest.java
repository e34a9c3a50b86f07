package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is stored with messages stays what it is, or every message of an earlier build would seem to have changed.
class ChecksumTest {
    @Test
    void a_message_has_the_checksum_that_it_always_had() {
        Checksum checksum =
                with(
                        numbered(),
                        "Äöü 😀 and plain words",
                        null,
                        "{\"a\":[1,\"ß\"]}",
                        "steer",
                        null,
                        "",
                        "k1");

        assertThat(checksum.value()).isEqualTo(3162022858L);
    }

    @Test
    void so_has_one_of_texts_of_any_length() {
        Checksum checksum = with(numbered(), "0123456789".repeat(1000), "x".repeat(300));
        with(checksum, "{}", "wait", null, null, "y".repeat(200));
        with(checksum, "z".repeat(255), "z".repeat(256), "z".repeat(257));

        assertThat(checksum.value()).isEqualTo(732195715L);
    }

    @Test
    void so_have_nothing_and_numbers_alone() {
        assertThat(new Checksum().value()).isZero();
        assertThat(new Checksum().with(Long.MAX_VALUE).with(-5L).value()).isEqualTo(2575605495L);
    }

    private static Checksum numbered() {
        return new Checksum().with(1L).with(2L).with(3L).with(4L).with(0L);
    }

    private static Checksum with(Checksum checksum, @Nullable String... texts) {
        for (String text : texts) {
            checksum.with(text);
        }
        return checksum;
    }
}
