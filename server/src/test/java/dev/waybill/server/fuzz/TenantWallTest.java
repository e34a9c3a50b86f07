package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two workspaces on one server, each with one of everything: through no route does one see or change the other.
@Timeout(600)
class TenantWallTest {
    private final LogCapture log = new LogCapture();
    @TempDir private Path temp;
    private WholeServer server;
    private World victim;
    private World intruder;

    @BeforeEach
    void start() {
        server = new WholeServer(temp);
        victim = new World(server.client, "victim");
        intruder = new World(server.client, "intruder");
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    @Test
    void no_route_shows_or_changes_anything_of_another_workspace() {
        Map<String, String> before = server.tables.of(victim.id);

        List<Answer> answers = server.client.sendAll(walk());

        assertThat(answers.parallelStream().filter(this::leaks)).isEmpty();
        assertThat(Conventions.broken(answers)).isEmpty();
        assertThat(server.tables.of(victim.id)).isEqualTo(before);
        assertThat(log.errors()).isEmpty();
    }

    private List<Attack> walk() {
        Reach reach =
                new Reach(
                        intruder,
                        new Samples(server.routes, intruder),
                        victim::member,
                        victim.names());
        List<Attack> attacks = new ArrayList<>();
        server.routes.api().stream()
                .filter(route -> !route.path().endsWith("/content"))
                .sorted(Comparator.comparing(TenantWallTest::endsTheWorkspace))
                .forEach(
                        route -> {
                            for (Credential kind : Credential.values()) {
                                attacks.addAll(reach.through(route, kind, kind.of(intruder)));
                            }
                        });
        attacks.addAll(reach.batches(intruder.agent()));
        return attacks;
    }

    private static boolean endsTheWorkspace(Operation route) {
        return route.method().equals("DELETE") && route.path().equals("/v1/workspace");
    }

    /// What the intruder was told to try may come back to it; anyone may look up a workspace by its name.
    private boolean leaks(Answer answer) {
        String text = answer.text();
        for (String segment : answer.attack().path().split("[/?]", -1)) {
            text = segment.length() < 8 ? text : text.replace(segment, "");
        }
        for (String tried : victim.members.values()) {
            text = text.replace(tried, "");
        }
        String rest = text;
        return rest.contains(victim.secret())
                || victim.tokens.values().stream().anyMatch(rest::contains)
                || (!answer.attack().path().contains("/by-name/")
                        && victim.ids.stream().anyMatch(rest::contains));
    }
}
