package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `waybill deliver send --item ID --text ok`, and nothing else, answers an event of each kind where it came from: a real
/// server with what an operator sets, and the providers on loopback.
@Timeout(90)
class AnsweringEndToEndTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String SECRET = "s3cret-of-the-senders";

    @TempDir private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private RecordingServer provider;
    private GreenMail mail;
    private GreenMailUser box;
    private Waybill server;
    private String key;

    @BeforeEach
    void start() throws Exception {
        provider = new RecordingServer();
        mail =
                new GreenMail(
                        new ServerSetup[] {
                            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
                            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP)
                        });
        mail.start();
        box = mail.setUser("bot@example.org", "bot", "pass-word");
        Map<String, String> flags = Map.of("--data", folder.toString(), "--port", "0");
        server =
                Waybill.start(
                        ConfigReader.read(new ConfigSources(flags, operator(), folder)).config());
        key = server.firstKeys().map(Keys::workspaceKey).orElseThrow();
        run("agent", "register", "bob");
    }

    @AfterEach
    void stop() {
        server.close();
        mail.stop();
        provider.close();
    }

    private Map<String, String> operator() {
        return Map.ofEntries(
                Map.entry("WAYBILL_PROVIDERS_GITHUB_TOKEN", "ghp_of_the_operator"),
                Map.entry("WAYBILL_PROVIDERS_GITHUB_BASE_URL", provider.url()),
                Map.entry("WAYBILL_PROVIDERS_GITHUB_WEBHOOK_SECRET", SECRET),
                Map.entry("WAYBILL_PROVIDERS_FEISHU_APP_ID", "cli_1"),
                Map.entry("WAYBILL_PROVIDERS_FEISHU_APP_SECRET", "app-secret"),
                Map.entry("WAYBILL_PROVIDERS_FEISHU_BASE_URL", provider.url()),
                Map.entry("WAYBILL_PROVIDERS_FEISHU_VERIFICATION_TOKEN", SECRET),
                Map.entry("WAYBILL_PROVIDERS_SLACK_TOKEN", "xoxb-of-the-operator"),
                Map.entry("WAYBILL_PROVIDERS_SLACK_BASE_URL", provider.url()),
                Map.entry("WAYBILL_PROVIDERS_WEBHOOK_SECRET", SECRET),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_HOST", "127.0.0.1"),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_PORT", String.valueOf(mail.getSmtp().getPort())),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_SECURITY", "none"),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_USERNAME", "bot"),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_PASSWORD", "pass-word"),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_FROM", "Bot <bot@example.org>"),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_IMAP_HOST", "127.0.0.1"),
                Map.entry(
                        "WAYBILL_PROVIDERS_EMAIL_IMAP_PORT",
                        String.valueOf(mail.getImap().getPort())),
                Map.entry("WAYBILL_PROVIDERS_EMAIL_IMAP_SECURITY", "none"));
    }

    @Test
    void a_comment_on_github() throws Exception {
        String source = source("github_repo", "acme/widgets", "{}");
        String comment =
                """
                {"action":"created","sender":{"login":"ann"},"repository":{"full_name":"acme/widgets"},\
                "issue":{"number":7,"title":"Slow"},"comment":{"id":99,"body":"@bob please look"}}""";
        happens(
                HttpRequest.newBuilder(server.url().resolve("/ingress/github/" + source))
                        .header("X-GitHub-Event", "issue_comment")
                        .header("X-GitHub-Delivery", "d-1")
                        .header("X-Hub-Signature-256", "sha256=" + hmac(comment)),
                comment);
        provider.answering(201, "{\"id\":100,\"html_url\":\"https://github.example/c/100\"}");

        answered("add_comment");

        assertThat(provider.last().line()).isEqualTo("POST /repos/acme/widgets/issues/7/comments");
        assertThat(provider.last().bearer()).isEqualTo("Bearer ghp_of_the_operator");
        assertThat(JSON.tree(provider.last().body()).path("body").asString()).startsWith("ok");
    }

    @Test
    void a_message_in_feishu() throws Exception {
        String source = source("feishu_bot", "cli_1", "{}");
        String message =
                """
                {"schema":"2.0","header":{"event_id":"e1","event_type":"im.message.receive_v1","token":"%s"},\
                "event":{"sender":{"sender_id":{"open_id":"ou_1"},"sender_type":"user"},\
                "message":{"message_id":"om_1","chat_id":"oc_1","chat_type":"group","message_type":"text",\
                "content":"{\\"text\\":\\"hi\\"}"}}}"""
                        .formatted(SECRET);
        happens(HttpRequest.newBuilder(server.url().resolve("/ingress/feishu/" + source)), message);
        provider.answering(
                200,
                "{\"code\":0,\"msg\":\"ok\",\"tenant_access_token\":\"t-1\",\"expire\":7200,\"data\":{\"message_id\":\"om_2\"}}");

        answered("send_text");

        assertThat(provider.last().line()).isEqualTo("POST /open-apis/im/v1/messages/om_1/reply");
        assertThat(provider.last().bearer()).isEqualTo("Bearer t-1");
        assertThat(provider.last().body())
                .contains("\"content\":\"{\\\"text\\\":\\\"ok\\\"}\"", "\"msg_type\":\"text\"");
    }

    @Test
    void a_message_in_slack() throws Exception {
        String source =
                source(
                        "webhook",
                        "slack",
                        """
                        {"mapping":{"nativeId":"/event_id","variant":"slack.{/event/type}","metadata":{"body":"/event/text"},\
                        "handle":{"provider":"slack","surface":"thread_reply","targetRef":"{/event/channel}","threadRef":"{/event/ts}"}}}""");
        String message =
                "{\"event_id\":\"Ev1\",\"event\":{\"type\":\"message\",\"channel\":\"C1\",\"ts\":\"1700000000.000100\",\"text\":\"hi\"}}";
        happens(
                HttpRequest.newBuilder(server.url().resolve("/ingress/webhook/" + source))
                        .header("X-Waybill-Signature", "sha256=" + hmac(message)),
                message);
        provider.answering(200, "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1700000001.000200\"}");

        answered("send_text");

        JsonNode sent = JSON.tree(provider.last().body());
        assertThat(provider.last().line()).isEqualTo("POST /api/chat.postMessage");
        assertThat(provider.last().bearer()).isEqualTo("Bearer xoxb-of-the-operator");
        assertThat(sent.path("channel").asString()).isEqualTo("C1");
        assertThat(sent.path("thread_ts").asString()).isEqualTo("1700000000.000100");
        assertThat(sent.path("text").asString()).isEqualTo("ok");
    }

    @Test
    void a_mail() throws Exception {
        String source = source("email", "inbox", "{}");
        post("/sources/" + source + "/poll", "");
        arrives("From: Ada <ada@example.com>", "Message-ID: <1@example.com>", "Subject: Slow");
        post("/sources/" + source + "/poll", "");

        answered("reply_text");

        assertThat(mail.waitForIncomingEmail(10_000, 2)).isTrue();
        MimeMessage answer = mail.getReceivedMessages()[1];
        assertThat(answer.getAllRecipients())
                .extracting(Object::toString)
                .containsExactly("ada@example.com");
        assertThat(answer.getHeader("In-Reply-To")).containsExactly("<1@example.com>");
        assertThat(answer.getSubject()).isEqualTo("Re: Slow");
        assertThat(answer.getContent().toString()).contains("ok");
    }

    @Test
    void a_mail_by_its_handle_alone_in_its_thread_and_not_if_a_machine_wrote_it() throws Exception {
        String source = source("email", "inbox", "{}");
        post("/sources/" + source + "/poll", "");
        arrives("From: ada@example.com", "Message-ID: <1@example.com>", "Subject: Slow");
        arrives(
                "From: list@example.com",
                "Message-ID: <2@example.com>",
                "Subject: News",
                "Precedence: bulk");
        post("/sources/" + source + "/poll", "");

        run(reply("ada@example.com", "<1@example.com>"));
        Shell refused = shell();

        assertThat(refused.run(reply("list@example.com", "<2@example.com>")))
                .isNotEqualTo(ExitCode.OK);
        assertThat(refused.err()).contains("this mail is not answered, because");
        assertThat(mail.waitForIncomingEmail(10_000, 3)).isTrue();
        MimeMessage answer = mail.getReceivedMessages()[2];
        assertThat(answer.getSubject()).isEqualTo("Re: Slow");
        assertThat(answer.getHeader("References")).containsExactly("<1@example.com>");
    }

    private static String[] reply(String target, String thread) {
        return new String[] {
            "deliver",
            "send",
            "--provider",
            "email",
            "--surface",
            "message_reply",
            "--target",
            target,
            "--thread",
            thread,
            "--text",
            "ok"
        };
    }

    private void arrives(String... headers) throws Exception {
        String text =
                String.join("\r\n", headers) + "\r\nTo: bot@example.org\r\n\r\nPlease look.\r\n";
        box.deliver(
                new MimeMessage(
                        Session.getInstance(new Properties()),
                        new ByteArrayInputStream(text.getBytes(UTF_8))));
    }

    /// Answers the only item of the agent, with no other flag.
    private void answered(String operation) throws Exception {
        String item =
                request(
                                HttpRequest.newBuilder(
                                                server.url().resolve("/agents/bob/inbox/entries"))
                                        .GET())
                        .at("/entries/0/itemId")
                        .asString();
        JsonNode offered = run("deliver", "actions", "--item", item, "--json").json();
        JsonNode sent = run("deliver", "send", "--item", item, "--text", "ok", "--json").json();

        assertThat(offered.path("operations").valueStream())
                .filteredOn(one -> one.path("canonicalTextAlias").asBoolean(false))
                .extracting(one -> one.path("name").asString())
                .containsExactly(operation);
        assertThat(sent.path("status").asString()).isEqualTo("sent");
        assertThat(sent.path("operation").asString()).isEqualTo(operation);
        assertThat(sent.path("itemId").asString()).isEqualTo(item);
    }

    private String source(String type, String name, String config) throws Exception {
        String id =
                post(
                                "/sources",
                                "{\"sourceType\":\"%s\",\"sourceKey\":\"%s\",\"config\":%s}"
                                        .formatted(type, name, config))
                        .path("sourceId")
                        .asString();
        post("/subscriptions", "{\"agentId\":\"bob\",\"sourceId\":\"" + id + "\"}");
        return id;
    }

    private void happens(HttpRequest.Builder request, String body) throws Exception {
        HttpResponse<String> answer =
                client.send(
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    private JsonNode post(String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.url().resolve(path));
        return request(
                body.isEmpty()
                        ? request.POST(BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }

    private JsonNode request(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer =
                client.send(
                        request.header("Authorization", "Bearer " + key).build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return JSON.tree(answer.body());
    }

    private Shell shell() {
        return new Shell()
                .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                .with("WAYBILL_URL", server.url().toString())
                .with("WAYBILL_KEY", key);
    }

    private Shell run(String... words) {
        Shell shell = shell();
        assertThat(shell.run(words)).as(shell::err).isEqualTo(ExitCode.OK);
        return shell;
    }

    private static String hmac(String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    }
}
