package dev.waybill.server.provider.email;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LiteralsTest {
    @Test
    void an_ordinary_answer_comes_through() throws IOException {
        String answer = "* 1 FETCH (BODY[] {5}\r\nhello UID 3)\r\na1 OK {x} {12 done\r\n";

        assertThat(read(answer)).isEqualTo(answer);
    }

    @Test
    void what_is_inside_a_literal_announces_nothing() throws IOException {
        String mail = "{99999999999}\r\n";
        String answer = "* 1 FETCH (BODY[] {" + mail.length() + "}\r\n" + mail + ")\r\n";

        assertThat(read(answer)).isEqualTo(answer);
    }

    @Test
    void more_than_is_asked_for_ends_the_conversation() {
        assertThatThrownBy(() -> read("* 1 FETCH (BODY[] {2000000000}\r\n"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> read("* {3}\r\nabc {99999999999999999999}\r\n"))
                .isInstanceOf(IOException.class);
    }

    private static String read(String answer) throws IOException {
        try (Literals literals =
                new Literals(new ByteArrayInputStream(answer.getBytes(ISO_8859_1)))) {
            return new String(literals.readAllBytes(), ISO_8859_1);
        }
    }
}
