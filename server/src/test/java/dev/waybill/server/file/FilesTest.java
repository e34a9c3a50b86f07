package dev.waybill.server.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.config.FilesConfig;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Files over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class FilesTest {
    private static final FilesConfig LIMITS = new FilesConfig(1000, 1500);

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String agent;

    FilesTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server = WholeServer.start(engine, temp.resolve("data"), LIMITS);
        agent = server.agentToken();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_file_is_announced_uploaded_completed_and_downloaded() throws IOException {
        Reply announced = announce("héllo wörld.txt", 5);
        assertThat(server.get("/v1/files/" + announced.text("id"), agent).text("status"))
                .isEqualTo("pending");

        assertThat(put(announced.text("upload_url"), "hello").status()).isEqualTo(200);
        Reply completed = complete(announced.text("id"));
        Reply downloaded = fetch(completed.text("download_url"));

        assertThat(completed.text("uploaded_by")).isEqualTo("operator");
        assertThat(completed.text("status")).isEqualTo("complete");
        assertThat(downloaded.response().body()).isEqualTo("hello");
        assertThat(downloaded.response().headers().firstValue("Content-Disposition"))
                .hasValue(
                        "attachment; filename=\"h_llo_w_rld.txt\"; filename*=UTF-8''h%C3%A9llo%20w%C3%B6rld.txt");
        assertThat(downloaded.response().headers().firstValue("X-Content-Type-Options"))
                .hasValue("nosniff");
        assertThat(downloaded.response().headers().firstValue("Content-Type"))
                .hasValue("text/plain");
        assertThat(stored()).hasSize(1);
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(stored().getFirst())))
                .isEqualTo("rw-------");
    }

    @Test
    void the_head_of_a_download_tells_its_length() {
        Reply completed = uploaded("hello");

        Reply head =
                server.send(
                        HttpRequest.newBuilder(URI.create(completed.text("download_url"))).HEAD());

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.response().headers().firstValue("Content-Length")).hasValue("5");
    }

    @Test
    void an_upload_address_is_good_once_and_for_its_file_alone() {
        Reply announced = announce("a.txt", 5);
        String url = announced.text("upload_url");

        put(url.replaceAll("token=.*", "token=00"), "hello").isRefused(403, "forbidden");
        put(url.replaceAll("files/\\d+", "files/1"), "hello").isRefused(403, "forbidden");
        assertThat(put(url, "hello").status()).isEqualTo(200);
        put(url, "other").isRefused(403, "forbidden");
        assertThat(fetch(complete(announced.text("id")).text("download_url")).response().body())
                .isEqualTo("hello");
    }

    @Test
    void an_upload_of_another_size_is_refused_and_may_be_repeated() throws IOException {
        Reply announced = announce("a.txt", 5);
        String url = announced.text("upload_url");

        put(url, "hell").isRefused(400, "invalid_request");
        put(url, "hello!").isRefused(400, "invalid_request");
        put(url, "x".repeat(1001)).isRefused(413, "payload_too_large");
        assertThat(stored()).isEmpty();
        server.post("/v1/files/" + announced.text("id") + "/complete", agent)
                .isRefused(409, "file_not_uploaded");
        assertThat(put(url, "hello").status()).isEqualTo(200);
    }

    @Test
    void a_file_and_a_workspace_have_their_limits() {
        announceBody("a", 1001).isRefused(413, "payload_too_large");
        announceBody("a", 0).isRefused(400, "invalid_request");
        assertThat(announceBody("a", 1000).status()).isEqualTo(201);
        announceBody("b", 501).isRefused(413, "payload_too_large");
        assertThat(announceBody("b", 500).status()).isEqualTo(201);
    }

    @Test
    void a_download_address_cannot_be_made_up() {
        String url = uploaded("hello").text("download_url");

        fetch(url + "0").isRefused(403, "forbidden");
        fetch(url.replaceAll("expires=\\d+", "expires=99999999999")).isRefused(403, "forbidden");
        fetch(url.replaceAll("\\?.*", "")).isRefused(403, "forbidden");
    }

    @Test
    void a_deleted_file_is_gone_with_its_bytes() throws IOException {
        Reply file = uploaded("hello");
        String path = "/v1/files/" + file.text("id");

        assertThat(server.delete(path, server.workspaceKey()).status()).isEqualTo(204);

        server.get(path, agent).isRefused(404, "file_not_found");
        server.delete(path, agent).isRefused(404, "file_not_found");
        fetch(file.text("download_url")).isRefused(403, "forbidden");
        assertThat(stored()).isEmpty();
    }

    @Test
    void only_its_uploader_completes_or_deletes_a_file() {
        String bob =
                server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"bob\"}")
                        .text("token");
        Reply announced = announce("a.txt", 5);
        put(announced.text("upload_url"), "hello");
        String path = "/v1/files/" + announced.text("id");

        server.post(path + "/complete", bob).isRefused(403, "forbidden");
        server.delete(path, bob).isRefused(403, "forbidden");
        assertThat(server.get(path, bob).text("filename")).isEqualTo("a.txt");
    }

    @Test
    void files_are_listed_newest_first_and_by_uploader() {
        String first = uploaded("one").text("id");
        String second = uploaded("two").text("id");

        assertThat(ids("/v1/files")).containsExactly(second, first);
        assertThat(ids("/v1/files?limit=1")).containsExactly(second);
        assertThat(ids("/v1/files?uploaded_by=operator")).containsExactly(second, first);
        assertThat(ids("/v1/files?uploaded_by=nobody")).isEmpty();
    }

    @Test
    void a_restart_keeps_files_and_clears_half_written_ones() throws IOException {
        Reply file = uploaded("hello");
        Path draft = stored().getFirst().resolveSibling("1.draft");
        server.stop();
        Files.writeString(draft, "half");
        server.startAgain();

        assertThat(stored()).hasSize(1);
        assertThat(
                        fetch(
                                        server.get("/v1/files/" + file.text("id"), agent)
                                                .text("download_url"))
                                .response()
                                .body())
                .isEqualTo("hello");
    }

    @Test
    void a_message_takes_an_uploaded_file_along() {
        String id = uploaded("hello").text("id");
        String pending = announce("b.txt", 5).text("id");
        String messages = "/v1/channels/general/messages";

        Reply sent =
                server.post(messages, agent, "{\"text\":\"see\",\"attachments\":[\"" + id + "\"]}");

        assertThat(sent.data().path("attachments").get(0).path("filename").asString())
                .isEqualTo("a.txt");
        server.post(messages, agent, "{\"text\":\"see\",\"attachments\":[\"" + pending + "\"]}")
                .isRefused(400, "invalid_request");
    }

    @Test
    void a_large_file_goes_to_disk_while_it_comes() throws Exception {
        try (WholeServer roomy = WholeServer.start(engine, temp.resolve("roomy"))) {
            int size = 50 << 20;
            Reply announced =
                    roomy.post(
                            "/v1/files/upload",
                            roomy.agentToken(),
                            "{\"filename\":\"big\",\"content_type\":\"a/b\",\"size_bytes\":%d}"
                                    .formatted(size));
            CountDownLatch seen = new CountDownLatch(1);
            HalfwayStop bytes = new HalfwayStop(size, seen);
            try (ExecutorService uploader = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Reply> upload =
                        uploader.submit(
                                () ->
                                        roomy.send(
                                                HttpRequest.newBuilder(
                                                                URI.create(
                                                                        announced.text(
                                                                                "upload_url")))
                                                        .PUT(
                                                                BodyPublishers.ofInputStream(
                                                                        () -> bytes))));

                WholeServer.await(
                        "half of the file on disk while the other half is held back",
                        () -> drafted(temp.resolve("roomy/files")) >= size / 2 - (1 << 20));
                seen.countDown();

                assertThat(upload.get().status()).isEqualTo(200);
            }
            assertThat(
                            roomy.post(
                                            "/v1/files/" + announced.text("id") + "/complete",
                                            roomy.agentToken())
                                    .data()
                                    .path("size_bytes")
                                    .asInt())
                    .isEqualTo(size);
        }
    }

    private static long drafted(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            long sum = 0;
            for (Path path : all.filter(each -> each.toString().endsWith(".draft")).toList()) {
                sum += Files.size(path);
            }
            return sum;
        } catch (IOException _) {
            return 0;
        }
    }

    /// Gives zeros, and after half of them only when it is let.
    private static final class HalfwayStop extends InputStream {
        private final long size;
        private final CountDownLatch goOn;
        private long given;

        HalfwayStop(long size, CountDownLatch goOn) {
            this.size = size;
            this.goOn = goOn;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : 0;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (given == size / 2) {
                awaitLeave();
            }
            long until = given < size / 2 ? size / 2 : size;
            int count = (int) Math.min(length, until - given);
            given += count;
            return count == 0 ? -1 : count;
        }

        private void awaitLeave() {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Reply uploaded(String content) {
        Reply announced = announce("a.txt", content.getBytes(UTF_8).length);
        put(announced.text("upload_url"), content);
        return complete(announced.text("id"));
    }

    private Reply announce(String name, long size) {
        Reply announced = announceBody(name, size);
        assertThat(announced.status()).isEqualTo(201);
        return announced;
    }

    private Reply announceBody(String name, long size) {
        return server.post(
                "/v1/files/upload",
                agent,
                "{\"filename\":\"%s\",\"content_type\":\"text/plain\",\"size_bytes\":%d}"
                        .formatted(name, size));
    }

    private Reply complete(String id) {
        return server.post("/v1/files/" + id + "/complete", agent);
    }

    private Reply put(String url, String content) {
        return server.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "text/plain")
                        .PUT(BodyPublishers.ofString(content)));
    }

    private Reply fetch(String url) {
        return server.send(
                HttpRequest.newBuilder(server.uri(URI.create(url).getRawPath() + query(url))));
    }

    private static String query(String url) {
        String query = URI.create(url).getRawQuery();
        return query == null ? "" : "?" + query;
    }

    private List<String> ids(String path) {
        return server.get(path, agent)
                .data()
                .valueStream()
                .map(file -> file.path("id").asString())
                .toList();
    }

    private List<Path> stored() throws IOException {
        Path root = temp.resolve("data/files");
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
