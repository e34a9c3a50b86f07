package dev.waybill.server.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActionNamesTest {
    private static final Set<String> TAKEN = Set.of("post_message", "actions.list", "actions_list");

    @Test
    void a_name_that_every_host_takes_needs_no_alias() {
        ActionNames names = names("deploy-now_2");

        assertThat(names.of("deploy-now_2")).isEqualTo(new ActionNames.Named("deploy-now_2", null));
    }

    @Test
    void dots_become_underscores_in_the_alias() {
        ActionNames names = names("ui.show_search_results");

        assertThat(names.of("ui.show_search_results"))
                .isEqualTo(
                        new ActionNames.Named("ui.show_search_results", "ui_show_search_results"));
        assertThat(names.action("ui_show_search_results")).contains("ui.show_search_results");
        assertThat(names.action("ui.show_search_results")).contains("ui.show_search_results");
    }

    @Test
    void an_action_never_hides_a_tool_of_the_relay() {
        ActionNames names = names("post_message", "actions.list");

        assertThat(names.of("post_message"))
                .isEqualTo(new ActionNames.Named(null, "action_post_message"));
        assertThat(names.of("actions.list"))
                .isEqualTo(new ActionNames.Named(null, "action_actions_list"));
        assertThat(names.action("post_message")).isEmpty();
        assertThat(names.action("action_post_message")).contains("post_message");
    }

    @Test
    void an_alias_gives_way_to_a_tool_of_the_relay() {
        ActionNames names = names("post.message");

        assertThat(names.of("post.message").alias()).matches("post_message_[0-9a-f]{6}");
        assertThat(names.action("post_message")).isEmpty();
    }

    @Test
    void an_alias_gives_way_to_an_action_of_that_name() {
        ActionNames names = names("a.b", "a_b");

        assertThat(names.action("a_b")).contains("a_b");
        assertThat(names.action(alias(names, "a.b"))).contains("a.b");
    }

    @Test
    void equal_aliases_are_told_apart_in_whatever_order_they_come() {
        ActionNames one = names("a.b", "a:b", "a/b");
        ActionNames other = names("a/b", "a.b", "a:b");

        for (String name : List.of("a.b", "a:b", "a/b")) {
            assertThat(alias(one, name)).isEqualTo(alias(other, name));
            assertThat(one.action(alias(one, name))).contains(name);
        }
        assertThat(Stream.of("a.b", "a:b", "a/b").map(name -> alias(one, name)).distinct())
                .hasSize(3);
    }

    @Test
    void an_alias_goes_on_working_when_it_need_not_be_told_apart_any_more() {
        String before = alias(names("a.b", "a:b"), "a.b");

        assertThat(names("a.b").action(before)).contains("a.b");
    }

    @Test
    void long_names_are_cut() {
        String name = "x".repeat(63) + ".y";

        assertThat(alias(names(name), name)).hasSize(64).startsWith("x".repeat(57) + "_");
    }

    @Test
    void names_of_other_scripts_get_an_alias_too() {
        assertThat(ToolNames.isSafe(alias(names("größe ändern"), "größe ändern"))).isTrue();
    }

    private static String alias(ActionNames names, String action) {
        return Objects.requireNonNull(names.of(action).alias());
    }

    private static ActionNames names(String... actions) {
        return new ActionNames(TAKEN, List.of(actions));
    }
}
