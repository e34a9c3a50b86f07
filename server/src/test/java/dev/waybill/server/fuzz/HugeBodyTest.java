package dev.waybill.server.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ten megabytes to every route.
@Timeout(300)
class HugeBodyTest {
    private static final int SIZE = 10 << 20;

    @TempDir private Path temp;

    @Test
    void a_body_that_is_far_too_large_is_refused_by_every_route() throws Exception {
        try (WholeServer server = new WholeServer(temp)) {
            World world = new World(server.client, "ws");
            Map<String, String> before = server.tables.everything();

            for (Operation route : server.routes.api()) {
                if (!route.path().endsWith("/content")) {
                    assertThat(answer(server, route, world))
                            .as(route.toString())
                            .startsWith("HTTP/1.1 413 ")
                            .containsPattern("\"code\":\"(payload_)?too_large\"");
                }
            }

            assertThat(server.tables.everything()).isEqualTo(before);
        }
    }

    private static String answer(WholeServer server, Operation route, World world)
            throws IOException {
        Credential kind =
                Stream.of(Credential.values())
                        .filter(k -> k.opens(route))
                        .findFirst()
                        .orElseThrow();
        String head =
                "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(
                                route.method(), route.filled(world::member), kind.of(world), SIZE);
        int port = server.server.url().getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            Thread.startVirtualThread(() -> pour(socket));
            return read(socket.getInputStream());
        }
    }

    private static void pour(Socket socket) {
        byte[] some = " ".repeat(64 << 10).getBytes(ISO_8859_1);
        try {
            for (int sent = 0; sent < SIZE; sent += some.length) {
                socket.getOutputStream().write(some);
            }
        } catch (IOException _) {
            // The server has heard enough.
        }
    }

    private static String read(InputStream in) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            in.transferTo(answer);
        } catch (IOException _) {
            // It hangs up while there is still something on its way.
        }
        return answer.toString(ISO_8859_1);
    }
}
