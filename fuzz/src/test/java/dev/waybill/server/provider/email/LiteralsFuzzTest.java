package dev.waybill.server.provider.email;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/// What mail servers say: how much they announce is seen in whatever pieces it comes.
class LiteralsFuzzTest {
    private static final Pattern GIANT = Pattern.compile("\\{0*[1-9][0-9]{8,}");

    @FuzzTest
    void announcements_are_seen_in_whatever_pieces_they_come(byte[] said) {
        Proportion.kept(
                said.length,
                () -> {
                    String byOne = heard(said, 1);

                    assertThat(heard(said, 7)).isEqualTo(byOne);
                    assertThat(heard(said, 4096)).isEqualTo(byOne);
                    if (!byOne.equals("refused")) {
                        assertThat(byOne).isEqualTo(new String(said, ISO_8859_1));
                    }
                    first(said, byOne);
                });
    }

    /// A giant is refused unless it lies within something that was announced before.
    private static void first(byte[] said, String heard) {
        String text = new String(said, ISO_8859_1);
        if (text.indexOf('{') >= 0
                && GIANT.matcher(text).find()
                && text.indexOf('}') > text.lastIndexOf('{')) {
            assertThat(heard).isEqualTo("refused");
        }
    }

    private static String heard(byte[] said, int piece) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] into = new byte[piece];
        try (InputStream in = new Literals(new ByteArrayInputStream(said))) {
            for (int count = in.read(into); count >= 0; count = in.read(into)) {
                all.write(into, 0, count);
            }
            return all.toString(ISO_8859_1);
        } catch (IOException _) {
            return "refused";
        }
    }
}
