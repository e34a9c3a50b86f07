package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SessionsTest {
    @Test
    void two_hundred_hosts_listen_and_call_at_once() throws Exception {
        try (TestMcp mcp = new TestMcp();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<TestHost> hosts = new ArrayList<>();
            List<TestStream> streams = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                TestHost host = mcp.host("agent-" + i % 20).initialize();
                hosts.add(host);
                streams.add(host.listen());
            }
            assertThat(mcp.endpoint.sessions()).isEqualTo(200);
            assertThat(mcp.offer.listeners).hasSize(200);

            List<Future<String>> calls = new ArrayList<>();
            for (TestHost host : hosts) {
                calls.add(
                        threads.submit(
                                () -> host.request("tools/call", "{\"name\":\"whoami\"}").body()));
            }
            mcp.offer.listeners.forEach(Listener::toolsChanged);

            for (int i = 0; i < 200; i++) {
                assertThat(calls.get(i).get()).contains("agent-" + i % 20);
                assertThat(streams.get(i).nextMessage().method())
                        .isEqualTo("notifications/tools/list_changed");
            }
            streams.forEach(TestStream::close);
        }
    }

    @Test
    void a_host_that_vanishes_leaves_nothing_behind() throws Exception {
        try (TestMcp mcp = new TestMcp()) {
            for (int i = 0; i < 20; i++) {
                TestHost host = mcp.host("ada").initialize();
                try (TestStream stream = host.listen()) {
                    stream.next();
                }
            }
            assertThat(mcp.offer.listeners).hasSize(20);

            TestMcp.await(
                    "watches are closed",
                    () -> {
                        mcp.pass(TestMcp.LIMITS.absence().plusSeconds(1));
                        mcp.endpoint.sweep();
                        return mcp.offer.listeners.isEmpty();
                    });
            mcp.pass(TestMcp.LIMITS.idle().plusSeconds(1));
            mcp.endpoint.sweep();

            assertThat(mcp.endpoint.sessions()).isZero();
        }
    }

    @Test
    void a_host_that_comes_back_late_is_told_that_everything_may_have_changed() throws Exception {
        try (TestMcp mcp = new TestMcp()) {
            TestHost host = mcp.host("ada").initialize();
            try (TestStream stream = host.listen()) {
                stream.next();
            }
            TestMcp.await(
                    "watch is closed",
                    () -> {
                        mcp.pass(Duration.ofSeconds(2));
                        mcp.endpoint.sweep();
                        return mcp.offer.listeners.isEmpty();
                    });

            try (TestStream stream = host.listen()) {
                assertThat(stream.nextMessage().method())
                        .isEqualTo("notifications/tools/list_changed");
                assertThat(stream.nextMessage().method())
                        .isEqualTo("notifications/resources/list_changed");
            }
        }
    }

    @Test
    void a_session_in_use_does_not_go_idle() {
        try (TestMcp mcp = new TestMcp()) {
            TestHost host = mcp.host("ada").initialize();
            try (TestStream stream = host.listen()) {
                stream.next();
                mcp.pass(Duration.ofDays(1));
                mcp.endpoint.sweep();

                assertThat(mcp.endpoint.sessions()).isOne();
                assertThat(mcp.offer.listeners).hasSize(1);
            }
        }
    }

    @Test
    void too_many_sessions_push_out_the_one_that_rested_longest() {
        McpLimits few = TestMcp.limits(3, 2);
        try (TestMcp mcp = new TestMcp(few)) {
            TestHost first = mcp.host("ada").initialize();
            mcp.pass(Duration.ofSeconds(1));
            TestHost second = mcp.host("ada").initialize();
            mcp.pass(Duration.ofSeconds(1));
            first.request("ping", "{}");
            mcp.pass(Duration.ofSeconds(1));

            mcp.host("ada").initialize();

            assertThat(second.request("ping", "{}").statusCode()).isEqualTo(404);
            assertThat(first.request("ping", "{}").statusCode()).isEqualTo(200);
            assertThat(mcp.endpoint.sessions()).isEqualTo(2);
        }
    }

    @Test
    void a_caller_whose_sessions_are_all_in_use_gets_no_more() {
        McpLimits one = TestMcp.limits(3, 1);
        try (TestMcp mcp = new TestMcp(one);
                TestStream stream = mcp.host("ada").initialize().listen()) {
            stream.next();

            assertThat(
                            mcp.host("ada")
                                    .request(
                                            "initialize",
                                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")
                                    .statusCode())
                    .isEqualTo(503);
            assertThat(mcp.host("bob").initialize().session()).isNotEmpty();
        }
    }

    @Test
    void one_workspace_does_not_push_out_the_sessions_of_another() {
        McpLimits limits =
                new McpLimits(
                        3, 2, 2, Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofSeconds(1));
        Sessions sessions = new Sessions(limits, System::nanoTime);
        Session quiet = sessions.open(of(1, 1), "2025-11-25", Json.emptyObject());
        for (int agent = 1; agent <= 5; agent++) {
            sessions.open(of(2, agent), "2025-11-25", Json.emptyObject());
        }

        assertThat(sessions.find(quiet.id(), of(1, 1))).isPresent();
        assertThat(sessions.count()).isEqualTo(3);
    }

    private static Identity of(long workspace, long agent) {
        return new Identity(new WorkspaceId(workspace), new AgentId(agent));
    }
}
