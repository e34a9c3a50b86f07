package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsTest {
    private TestEdge edge;

    @BeforeAll
    void start() {
        edge =
                TestEdge.with(
                        Route.get("/v1/agents/{name}", Access.of(Role.OWNER, Role.OBSERVER))
                                .summary("Shows <one> agent.")
                                .to(_ -> Answer.done()));
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    @Test
    void health_needs_nothing_but_the_process() {
        assertThat(edge.get("/health").body())
                .isEqualTo("{\"ok\":true,\"data\":{\"status\":\"up\",\"version\":\"1.2.3\"}}");
    }

    @Test
    void ready_lists_the_checks_and_fails_with_the_first_that_fails() {
        edge.checks.put("store", new Readiness.Check("store", true, null));
        HttpResponse<String> ready = edge.get("/ready");
        edge.checks.put("store", new Readiness.Check("store", false, "locked"));
        HttpResponse<String> failing = edge.get("/ready");
        edge.checks.clear();

        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("{\"name\":\"store\",\"ok\":true}");
        assertThat(failing.statusCode()).isEqualTo(503);
        assertThat(failing.body())
                .isEqualTo(
                        "{\"ok\":false,\"error\":{\"code\":\"unavailable\",\"message\":\"Not ready: store (locked)\"}}");
    }

    @Test
    void requests_are_measured_by_route_and_never_by_path() {
        edge.send(
                edge.request("/v1/agents/secret-name?token=at_live_known")
                        .header("Authorization", "Bearer rk_live_known"));
        edge.get("/secret-place");

        assertThat(edge.awaitMetrics("route=\"/v1/agents/{name}\""))
                .contains(
                        "http_server_requests_seconds_count{method=\"GET\",route=\"/v1/agents/{name}\",status=\"200\"} 1")
                .contains("route=\"none\",status=\"404\"")
                .contains("jvm_memory_used_bytes", "http_server_connections")
                .doesNotContain("secret-name", "secret-place", "at_live");
    }

    @Test
    void the_page_describes_every_route_and_runs_no_script() {
        HttpResponse<String> page = edge.get("/docs");

        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'self'");
        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(page.body())
                .contains("/<wbr>v1/<wbr>agents/<wbr>{name}")
                .contains("Shows &lt;one&gt; agent.")
                .contains("workspace key, observer token")
                .contains("401&nbsp;<code>node_token_forbidden</code>")
                .contains("200 with <a href=\"#type-Health\">Health</a>")
                .contains("<h3 id=\"type-Ready\">Ready</h3>")
                .contains(
                        "<dt><code>checks</code></dt><dd>list of <a href=\"#type-Check\">Check</a>")
                .contains("<dt><code>message</code></dt><dd>string, optional</dd>")
                .contains("curl &quot;$WAYBILL_URL/v1/agents/$NAME&quot;")
                .doesNotContain("<script", "style=");
        assertThat(edge.get("/docs.css").headers().firstValue("Content-Type"))
                .contains("text/css; charset=utf-8");
    }
}
