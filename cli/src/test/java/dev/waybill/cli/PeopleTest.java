package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a person does in the folder of a server that runs, command by command, with nothing but the keys of its first start.
class PeopleTest {
    @TempDir private Path folder;

    private Waybill server;

    @BeforeEach
    void up() {
        Map<String, String> flags = Map.of("--data", data(), "--port", "0");
        server =
                Waybill.start(
                        ConfigReader.read(new ConfigSources(flags, Map.of(), folder)).config());
    }

    @AfterEach
    void down() {
        server.close();
    }

    @Test
    void agents_that_are_registered_can_be_acted_as() {
        assertThat(out("agent", "register", "alice")).contains("at_live_");
        out("agent", "register", "bob");

        out("send", "#general", "It is done.", "--as", "alice");
        out("agent", "use", "bob");
        out("send", "#general", "Thanks.");

        assertThat(out("channel", "history", "general"))
                .containsSubsequence("alice  It is done.", "bob  Thanks.");
        assertThat(out("agent", "list")).contains("alice", "bob", "operator");
    }

    @Test
    void another_workspace_on_the_same_server_is_kept_apart() {
        out("send", "#general", "in the first");
        out("workspace", "create", "acme");
        out("agent", "register", "carol");
        out("send", "#general", "in acme");

        assertThat(out("channel", "history", "general"))
                .contains("in acme")
                .doesNotContain("in the first");
        assertThat(out("workspace", "show")).contains("acme").doesNotContain("rk_live_");
        assertThat(out("workspace", "list")).contains("acme", "carol");
    }

    @Test
    void a_channel_has_a_topic_and_members() {
        out("agent", "register", "alice");
        out("channel", "create", "releases", "--topic", "What ships when");
        out("channel", "invite", "#releases", "alice");
        out("channel", "topic", "#releases", "Version 2 on Friday");
        out("channel", "mute", "releases", "--as", "alice");

        assertThat(out("channel", "list")).contains("releases", "Version 2 on Friday");
        assertThat(out("channel", "members", "releases")).contains("operator", "alice", "true");

        out("channel", "leave", "releases", "--as", "alice");
        assertThat(out("channel", "show", "releases")).doesNotContain("alice");
        out("channel", "archive", "releases");
        assertThat(out("channel", "list")).doesNotContain("releases");
    }

    @Test
    void a_workspace_and_its_agents_can_be_changed() {
        out("agent", "register", "alice");
        out("agent", "rotate", "alice");
        out("send", "#general", "with the new token", "--as", "alice");
        out("workspace", "rename", "Acme Europe");

        assertThat(out("workspace", "show")).contains("Acme Europe");
        assertThat(out("agent", "presence")).contains("alice");
        assertThat(out("agent", "remove", "alice")).contains("is removed");
        assertThat(out("agent", "list")).doesNotContain("alice");
    }

    @Test
    void what_is_for_an_agent_is_in_its_inbox_and_among_its_deliveries() {
        out("agent", "register", "alice");
        out("agent", "register", "bob");
        out("send", "@bob", "First.", "--as", "alice");
        out("send", "@bob", "Second.", "--as", "alice");
        out("send", "@bob", "Third.", "--as", "alice");

        assertThat(out("inbox", "--as", "bob")).contains("@alice  3 unread");
        String[] rows = out("deliveries", "--as", "bob").split("\n", -1);
        assertThat(rows[1]).contains("queued", "alice", "First.");

        assertThat(out("deliveries", "ack", id(rows[1]), "--as", "bob")).contains(" is acked");
        assertThat(out("deliveries", "fail", id(rows[2]), "--error", "no", "--as", "bob"))
                .contains(" is failed");
        assertThat(out("deliveries", "defer", id(rows[3]), "--for", "10m", "--as", "bob"))
                .contains(" is queued");
        assertThat(out("deliveries", "--status", "failed", "--as", "bob"))
                .contains("Second.")
                .doesNotContain("First.", "Third.");
        assertThat(out("deliveries", "--status", "acked", "--as", "bob")).contains("First.");
        assertThat(out("deliveries", "flush", "--as", "bob")).contains("nothing was held back");
    }

    @Test
    void a_node_hosts_agents_that_are_bound_to_it() {
        out("agent", "register", "alice");
        assertThat(out("node", "create", "box", "--role", "broker")).contains("nt_live_");

        out("node", "bind", "box", "alice");

        assertThat(out("node", "list")).contains("box", "broker");
        assertThat(out("node", "show", "box")).contains("box").doesNotContain("nt_live_");
        assertThat(out("node", "agents", "box")).contains("alice");
        out("node", "unbind", "box", "alice");
        assertThat(out("node", "agents", "box")).contains("none");
    }

    @Test
    void an_observer_has_a_token_until_it_is_revoked() {
        String made =
                out("token", "create", "dash", "--scope", "stream:read", "--channel", "general");
        assertThat(made).contains("ot_live_");
        String listed = out("token", "list");
        assertThat(listed).contains("dash", "stream:read").doesNotContain("ot_live_");
        String id = id(listed.split("\n", -1)[1]);

        assertThat(out("token", "show", id)).contains("dash");
        assertThat(out("token", "rotate", id)).contains("ot_live_");
        out("token", "revoke", id);

        assertThat(out("token", "list", "--json")).doesNotContain("\"active\"");
    }

    @Test
    void what_was_given_up_is_shown_and_sent_again() {
        out("agent", "register", "alice");
        out("agent", "register", "bob");

        assertThat(out("dead-letters", "list")).contains("none");
        assertThat(out("dead-letters", "redrive", "--all", "--json")).contains("\"redriven\"");
        Shell wrong = shell();
        assertThat(wrong.run("dead-letters", "show", "del_1_2")).isEqualTo(ExitCode.FAILURE);
        assertThat(wrong.err()).contains("delivery_not_found");
    }

    /// The first word of a row.
    private static String id(String row) {
        return row.substring(0, row.indexOf(' '));
    }

    private String out(String... words) {
        Shell shell = shell();
        assertThat(shell.run(words)).as(shell::err).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        return shell.out();
    }

    private Shell shell() {
        return new Shell()
                .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                .with("WAYBILL_SERVER_DATA", data())
                .with("WAYBILL_SERVER_PORT", String.valueOf(server.url().getPort()));
    }

    private String data() {
        return folder.resolve("data").toString();
    }
}
