package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusCommandTest {
    private static final String READY =
            """
            {"ok":true,"data":{"status":"ready","version":"1.2.3","checks":[{"name":"store","ok":true}]}}
            """;

    private final Shell shell = new Shell();
    private HttpServer server;
    private String url;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_ready_server_is_success() {
        answer(200, READY);

        assertThat(shell.run("status", "--url", url)).isEqualTo(ExitCode.OK);

        assertThat(shell.out()).isEqualTo("ready  Waybill 1.2.3  " + url + "\n  store: ok\n");
    }

    @Test
    void the_environment_names_the_server_too() {
        answer(200, READY);

        assertThat(shell.with("WAYBILL_URL", url).run("status", "--json")).isEqualTo(ExitCode.OK);

        assertThat(shell.json().get("version").asString()).isEqualTo("1.2.3");
    }

    @Test
    void the_server_of_this_folder_is_asked_at_its_own_port() {
        answer(200, READY);
        String port = String.valueOf(server.getAddress().getPort());

        assertThat(shell.with("WAYBILL_SERVER_PORT", port).run("status")).isEqualTo(ExitCode.OK);

        assertThat(shell.out()).contains(url);
    }

    @Test
    void a_variable_set_to_nothing_counts_as_not_set() {
        shell.with("WAYBILL_URL", "").run("status");

        // Whether one runs there or not, it is the default server that was asked.
        assertThat(shell.out() + shell.err()).contains("http://127.0.0.1:7717");
    }

    @Test
    void a_server_that_is_not_ready_is_a_failure() {
        answer(
                503,
                "{\"ok\":false,\"error\":{\"code\":\"unavailable\",\"message\":\"Not ready: store\"}}");

        assertThat(shell.run("status", "--url", url)).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).isEqualTo("waybill: " + url + ": Not ready: store\n");
    }

    @Test
    void a_refusal_has_its_own_exit_code() {
        answer(401, "{}");

        assertThat(shell.run("status", "--url", url)).isEqualTo(ExitCode.NOT_AUTHORISED);

        assertThat(shell.err()).contains(url, "401");
    }

    @Test
    void whoever_else_answers_is_a_failure() {
        answer(200, "<html>hello</html>");

        assertThat(shell.run("status", "--url", url)).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("not as a Waybill server does");
    }

    @Test
    void nobody_there_is_unreachable() {
        server.stop(0);

        assertThat(shell.run("status", "--url", url)).isEqualTo(ExitCode.UNREACHABLE);

        assertThat(shell.err()).contains(url, "waybill up");
    }

    @Test
    void what_is_no_address_is_a_usage_fault() {
        assertThat(shell.run("status", "--url", "localhost:7717")).isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains("'localhost:7717'");
    }

    @Test
    void colours_are_used_only_where_they_are_understood() {
        answer(200, READY);
        Shell colourful = new Shell().withColours();

        shell.run("status", "--url", url);
        colourful.run("status", "--url", url);

        assertThat(shell.out()).doesNotContain("\u001b");
        assertThat(colourful.out()).startsWith("\u001b[32mready\u001b[0m");
    }

    private void answer(int code, String body) {
        server.createContext(
                "/ready",
                exchange -> {
                    byte[] bytes = body.getBytes(UTF_8);
                    exchange.sendResponseHeaders(code, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }
}
