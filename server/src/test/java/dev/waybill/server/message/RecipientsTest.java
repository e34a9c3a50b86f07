package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Who gets a message is decided by what is true when it is sent, whatever was remembered of the ones before.
@ParameterizedClass
@EnumSource(TestEngine.class)
class RecipientsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private Messaging at;
    private Caller.Agent alice;
    private Caller.Agent bob;

    RecipientsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        at = new Messaging(engine, temp.resolve("data"));
        alice = at.agent("alice");
        bob = at.agent("bob");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void an_agent_that_was_removed_is_not_found_and_gets_nothing_more() {
        at.tell(alice, "bob", "one");
        at.post(alice, "two");

        at.remove("bob");

        assertThatThrownBy(() -> at.tell(alice, "bob", "three"))
                .isInstanceOf(Refusal.class)
                .hasMessage("agent_not_found: Agent \"bob\" not found");
        at.post(alice, "four");
        assertThat(texts(bob)).containsExactly("one", "two");
    }

    @Test
    void a_new_agent_of_an_old_name_gets_what_comes_after_it() {
        at.tell(alice, "bob", "to the first");
        at.remove("bob");
        Caller.Agent second = at.agent("bob");

        at.tell(alice, "bob", "to the second");

        assertThat(texts(bob)).containsExactly("to the first");
        assertThat(texts(second)).containsExactly("to the second");
    }

    @Test
    void who_joins_mutes_or_leaves_is_served_accordingly_from_then_on() {
        at.post(alice, "one");
        Caller.Agent carol = at.agent("carol");
        at.post(alice, "two");
        at.execute("update member set is_muted = 1 where agent_id = ?", bob.agent());
        at.post(alice, "three");
        at.execute("delete from member where agent_id = ?", carol.agent());
        at.post(alice, "four");
        at.execute("update member set is_muted = 0 where agent_id = ?", bob.agent());
        at.post(alice, "five");

        assertThat(texts(bob)).containsExactly("one", "two", "five");
        assertThat(texts(carol)).containsExactly("two", "three");
    }

    @Test
    void a_place_comes_after_those_that_were_given_in_between() {
        at.tell(alice, "bob", "one");
        at.execute("update agent set delivery_seq = delivery_seq + 5 where id = ?", bob.agent());
        at.tell(alice, "bob", "two");

        assertThat(at.rows("select cast(seq as text) from delivery order by seq"))
                .containsExactly("1", "7");
    }

    private List<String> texts(Caller.Agent agent) {
        return at.rows(
                "select m.text from delivery d join message m on m.id = d.message_id where d.agent_id = "
                        + agent.agent()
                        + " order by d.seq");
    }
}
