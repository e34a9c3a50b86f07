package dev.waybill.server.provider.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.server.provider.Report;
import dev.waybill.server.provider.Told;
import java.net.URLEncoder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What anybody may post about a text message: a body as it stands, which nobody has signed, and its lines as the fields of a
/// form that somebody has.
class CallbackFuzzTest {
    private static final String ID = "dlv_23456789abcd";
    private static final int MOST_FIELDS = 200;
    private static final Account ACCOUNT =
            new Account(
                    "https://api.example",
                    "AC1",
                    "token-of-the-account",
                    Map.of("From", "+15005550006"),
                    "https://relay.example/ingress/sms");

    @FuzzTest
    void only_what_is_signed_is_a_report_and_it_can_be_kept(byte[] data) {
        Made made = new Made(data);
        String body = made.restText();

        Proportion.kept(
                made.size(),
                () -> {
                    assertThat(read(body, null)).isEmpty();
                    assertThat(read(body, "c2lnbmF0dXJl")).isEmpty();
                    signed(body);
                });
    }

    private static void signed(String lines) {
        Map<String, String> form = form(lines);
        String body =
                form.entrySet().stream()
                        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining("&"));
        String address = StatusCallback.address("https://relay.example/ingress/sms", ID);
        String signature = StatusCallback.signature("token-of-the-account", address, form);

        Report report = read(body, signature).orElseThrow();

        assertThat(read(body, "x" + signature)).isEmpty();
        assertThat(report.toString()).doesNotContain("\0");
        assertThat(report.failure() == null || report.last()).isTrue();
    }

    private static Map<String, String> form(String lines) {
        Map<String, String> form = new TreeMap<>();
        for (String line : lines.split("\n", MOST_FIELDS)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                form.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return form;
    }

    private static Optional<Report> read(String body, @Nullable String signature) {
        return StatusCallback.read(
                ACCOUNT, new Told(ID, _ -> Optional.ofNullable(signature), body));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
