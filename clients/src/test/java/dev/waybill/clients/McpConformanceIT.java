package dev.waybill.clients;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The conformance suite of the Model Context Protocol: every server scenario, in its release for the versions of 2025
/// and in the newest one, which knows 2026-07-28. No failure is excused.
class McpConformanceIT {
    private static final String RELEASED = "@modelcontextprotocol/conformance";
    private static final String NEWEST = "mcp-conformance-next";

    @Test
    void the_released_suite_passes() throws Exception {
        run(RELEASED, "--suite", "all");
    }

    @Test
    void the_newest_suite_passes_for_2025_06_18() throws Exception {
        run(NEWEST, "--suite", "all", "--spec-version", "2025-06-18");
    }

    @Test
    void the_newest_suite_passes_for_2025_11_25() throws Exception {
        run(NEWEST, "--suite", "all", "--spec-version", "2025-11-25");
    }

    @Test
    void the_newest_suite_passes_for_2026_07_28() throws Exception {
        run(NEWEST, "--suite", "all", "--spec-version", "2026-07-28");
    }

    private static void run(String suite, String... wanted) throws Exception {
        try (SuiteServer server = SuiteServer.start()) {
            NodeClients.run(
                    "conformance.mjs",
                    Stream.concat(
                                    Stream.of(suite, server.mcp().toString(), server.token()),
                                    Arrays.stream(wanted))
                            .toArray(String[]::new));
        }
    }
}
