package dev.waybill.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.http.RawConnection;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names that somebody gives lead nowhere.
class FileNamesTest {
    @TempDir private Path temp;
    private WholeServer server;
    private String agent;

    @BeforeEach
    void start() {
        server = WholeServer.start(TestEngine.SQLITE, temp.resolve("data"));
        agent = server.agentToken();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_name_of_an_upload_is_not_where_it_lies() throws IOException {
        List<String> names =
                List.of(
                        "../../../etc/passwd",
                        "..\\\\..\\\\boot.ini",
                        "/etc/passwd",
                        "C:\\\\x",
                        ".",
                        "..",
                        "a\\\"; filename=b.html",
                        "x%00.png",
                        "\u202egnp.exe",
                        "CON");
        for (String name : names) {
            String disposition = downloaded(name);

            assertThat(disposition)
                    .matches("attachment; filename=\"[\\w.-]*\"; filename\\*=UTF-8''[\\w.%~-]*");
        }

        try (Stream<Path> all = Files.walk(temp.resolve("data/files"))) {
            assertThat(all.filter(Files::isRegularFile))
                    .hasSize(names.size())
                    .allMatch(file -> file.getFileName().toString().matches("[0-9]+"));
        }
    }

    @Test
    void no_path_leads_out_of_the_server() {
        for (String path :
                List.of(
                        "/v1/files/..%2f..%2f..%2fetc%2fpasswd/content",
                        "/v1/files/%2e%2e/content",
                        "/docs/%2e%2e/%2e%2e/etc/passwd",
                        "/docs.css/..%2fkeys.json",
                        "/..%5c..%5ckeys.json",
                        "/keys.json",
                        "/credentials.key",
                        "/waybill.db")) {
            assertThat(server.get(path, agent).status()).as(path).isBetween(400, 404);
        }
    }

    /// Java's client would tidy these up before it sends them.
    @Test
    void no_path_leads_out_as_it_stands() {
        for (String path :
                List.of(
                        "/../keys.json",
                        "/../../../../../../etc/passwd",
                        "/../data/waybill.db",
                        "/%2e%2e/%2e%2e/etc/passwd",
                        "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
                        "/..%2fwaybill.db",
                        "/.%2e/waybill.db",
                        "/%252e%252e/waybill.db",
                        "/..\\waybill.db",
                        "/..%5cwaybill.db",
                        "/..;/waybill.db",
                        "/./.././waybill.db",
                        "//etc/passwd",
                        "/docs/../../etc/passwd",
                        "/docs.css/../../waybill.db",
                        "/ui/../waybill.db",
                        "/ui/../../../etc/passwd",
                        "/v1/files/../../waybill.db",
                        "/v1/files/../../../../etc/passwd/content",
                        "/v1/files/1/../../../waybill.db",
                        "http://localhost/../waybill.db",
                        "http://localhost/%2e%2e/%2e%2e/etc/passwd",
                        "file:///etc/passwd",
                        "../etc/passwd")) {
            String answer = answered(path);

            assertThat(answer).as(path).matches("(?s)HTTP/1\\.1 40[0-4] .*");
            assertThat(answer).as(path).doesNotContain("root:").doesNotContain("SQLite format");
        }
    }

    /// What a plain socket is answered, byte for byte.
    private String answered(String path) {
        try (RawConnection connection = new RawConnection(server.uri("/").getPort())) {
            return connection
                    .send(
                            "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                                    .formatted(path, agent))
                    .readToEnd();
        }
    }

    /// How a browser is told to save it.
    private String downloaded(String name) {
        Reply announced =
                server.post(
                        "/v1/files/upload",
                        agent,
                        "{\"filename\":\"%s\",\"content_type\":\"text/plain\",\"size_bytes\":5}"
                                .formatted(name));
        server.send(
                HttpRequest.newBuilder(URI.create(announced.text("upload_url")))
                        .PUT(BodyPublishers.ofString("hello")));
        Reply completed =
                server.post("/v1/files/" + announced.text("id") + "/complete", agent, "{}");
        Reply file =
                server.send(HttpRequest.newBuilder(URI.create(completed.text("download_url"))));
        assertThat(file.response().body()).isEqualTo("hello");
        return file.response().headers().firstValue("Content-Disposition").orElseThrow();
    }
}
