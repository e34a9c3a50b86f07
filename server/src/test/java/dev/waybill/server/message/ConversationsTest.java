package dev.waybill.server.message;

import static dev.waybill.server.message.Messaging.ALL;
import static dev.waybill.server.message.Messaging.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.conversation.Conversation;
import dev.waybill.protocol.conversation.DirectSent;
import dev.waybill.protocol.conversation.GroupCreated;
import dev.waybill.protocol.conversation.Inbox;
import dev.waybill.protocol.conversation.NewGroup;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What is said outside the channels, and who may see it, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ConversationsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private Messaging at;
    private Caller.Agent alice;
    private Caller.Agent bob;
    private Caller.Agent carol;

    ConversationsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        at = new Messaging(engine, temp.resolve("data"));
        alice = at.agent("alice");
        bob = at.agent("bob");
        carol = at.agent("carol");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void two_agents_have_one_conversation_whoever_begins_it() {
        DirectSent sent = at.tell(alice, "bob", "psst");
        DirectSent answered = at.tell(bob, "@alice", "what");

        assertThat(sent.conversationId())
                .matches("dm_[0-9a-f]{24}")
                .isEqualTo(answered.conversationId());
        assertThat(
                        at.rows(
                                "select name || ' ' || reason from delivery join agent on id = agent_id order by name"))
                .containsExactly("alice dm", "bob dm");
        assertThat(at.recorded()).containsExactly("dm.received", "dm.received");
    }

    @Test
    void a_note_to_oneself_is_delivered_to_nobody() {
        DirectSent sent = at.tell(alice, "@self", "remember");

        assertThat(at.rows("select seq || '' from delivery")).isEmpty();
        assertThat(at.history.conversation(alice, sent.conversationId(), ALL))
                .extracting(Message::text)
                .containsExactly("remember");
        assertThat(at.tell(alice, "alice", "again").conversationId())
                .isEqualTo(sent.conversationId());
    }

    @Test
    void an_unknown_agent_is_refused_and_no_conversation_begins() {
        assertRefused(Reason.AGENT_NOT_FOUND, () -> at.tell(alice, "nobody", "hi"));

        assertThat(at.rows("select name from channel")).containsExactly("general");
    }

    @Test
    void only_those_in_a_conversation_read_and_write_it() {
        DirectSent sent = at.tell(alice, "bob", "secret");

        assertRefused(
                Reason.FORBIDDEN, () -> at.history.conversation(carol, sent.conversationId(), ALL));
        assertRefused(
                Reason.FORBIDDEN,
                () ->
                        at.send(
                                carol,
                                new Outgoing.ToConversation(
                                        sent.conversationId(), said("me too"))));
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.history.message(carol, sent.id()));
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.history.thread(carol, sent.id(), ALL));
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.reactions.add(carol, sent.id(), "👍"));
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.reads.read(carol, sent.id()));
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.reads.readers(carol, sent.id()));
        assertRefused(
                Reason.MESSAGE_NOT_FOUND,
                () -> at.send(carol, new Outgoing.Reply(sent.id(), said("hm"))));
        assertRefused(
                Reason.CHANNEL_NOT_FOUND,
                () -> at.history.channel(alice, sent.conversationId(), ALL));
        assertThat(at.history.message(at.owner, sent.id()).text()).isEqualTo("secret");
        assertThat(at.history.conversation(bob, sent.conversationId(), ALL)).hasSize(1);
    }

    @Test
    void observers_see_conversations_only_with_scope_and_filter() {
        DirectSent sent = at.tell(alice, "bob", "secret");
        Caller.Observer plain = observer(Set.of(ObserverScope.MESSAGES_READ), true);
        Caller.Observer unasked = observer(Set.of(ObserverScope.DMS_READ), false);
        Caller.Observer asked = observer(Set.of(ObserverScope.DMS_READ), true);

        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.history.message(plain, sent.id()));
        assertRefused(
                Reason.DM_CONVERSATION_NOT_FOUND,
                () -> at.history.conversation(unasked, sent.conversationId(), ALL));
        assertThat(at.conversations.all(unasked)).isEmpty();
        assertThat(at.conversations.all(asked)).hasSize(1);
        assertThat(at.history.conversation(asked, sent.conversationId(), ALL)).hasSize(1);
    }

    @Test
    void an_observer_of_one_agent_sees_what_that_agent_said() {
        Message theirs = at.post(alice, "from alice");
        Message his = at.post(bob, "from bob");
        Caller.Observer observer =
                new Caller.Observer(
                        at.workspace,
                        new ObserverId("ot_1"),
                        Set.of(ObserverScope.MESSAGES_READ),
                        new ObserverFilters(
                                null, null, null, null, List.of(bob.agent()), null, null));

        assertThat(at.history.channel(observer, "general", new MessagePage(1, null, null)))
                .extracting(Message::id)
                .containsExactly(his.id());
        assertThat(at.history.channel(observer, "general", new MessagePage(1, his.id(), null)))
                .isEmpty();
        assertRefused(Reason.MESSAGE_NOT_FOUND, () -> at.history.message(observer, theirs.id()));
    }

    @Test
    void a_group_has_members_that_come_and_go() {
        GroupCreated group = group(alice, "bob");
        String id = group.id();

        assertThat(at.groups.add(alice, id, "carol").alreadyMember()).isFalse();
        assertThat(at.groups.add(bob, id, "carol").alreadyMember()).isTrue();
        at.send(carol, new Outgoing.ToConversation(id, said("hello")));
        at.groups.remove(alice, id, "bob");

        assertThat(at.rows("select name from delivery join agent on id = agent_id order by name"))
                .containsExactly("alice", "bob");
        assertRefused(Reason.FORBIDDEN, () -> at.history.conversation(bob, id, ALL));
        assertThat(at.conversations.of(alice).getFirst().participants())
                .extracting(Conversation.Participant::agentName)
                .containsExactlyInAnyOrder("alice", "carol");
        assertRefused(Reason.AGENT_NOT_FOUND, () -> at.groups.remove(alice, id, "bob"));
    }

    @Test
    void a_conversation_of_two_takes_no_third() {
        DirectSent sent = at.tell(alice, "bob", "hi");

        assertRefused(
                Reason.INVALID_REQUEST, () -> at.groups.add(alice, sent.conversationId(), "carol"));
    }

    @Test
    void the_same_group_asked_for_twice_under_one_key_is_one() {
        RequestKey key = new RequestKey(at.workspace, "1", "create group", "k", "f");
        NewGroup wanted = new NewGroup(List.of("bob"), "team");

        GroupCreated first = (GroupCreated) at.groups.create(alice, wanted, key).data();

        assertThat(at.groups.create(alice, wanted, key).replayed()).isTrue();
        assertThat(at.rows("select title from channel where kind = 'group'"))
                .containsExactly("team");
        assertThat(first.participants()).hasSize(2);
    }

    @Test
    void unread_counts_are_what_was_sent_and_neither_acknowledged_nor_read() {
        DirectSent first = at.tell(alice, "bob", "one");
        at.tell(alice, "bob", "two");
        DirectSent third = at.tell(alice, "bob", "three");
        at.tell(bob, "alice", "mine");

        at.reads.read(bob, third.id());
        assertThat(unread(bob)).isEqualTo(2);
        assertThat(unread(alice)).isEqualTo(1);

        at.execute("update agent set ack_seq = 1 where id = ?", bob.agent());
        assertThat(unread(bob)).isEqualTo(1);
        assertThat(at.conversations.of(bob).getFirst().id()).isEqualTo(first.conversationId());
    }

    @Test
    void what_was_dead_lettered_stays_unread() {
        at.tell(alice, "bob", "one");
        at.execute("update delivery set status = 'dead_lettered'");
        at.execute("update agent set ack_seq = 1 where id = ?", bob.agent());

        assertThat(unread(bob)).isEqualTo(1);
    }

    @Test
    void an_inbox_sums_up_what_waits() {
        Message mine = at.post(bob, "look");
        at.post(alice, "hello all");
        Message mention = at.post(alice, "and @bob too");
        DirectSent direct = at.tell(carol, "bob", "psst");
        at.reactions.add(alice, mine.id(), "👍");
        at.reactions.add(bob, mine.id(), "🔥");

        Inbox inbox = at.inboxes.of(bob, 50);

        assertThat(inbox.unreadChannels()).containsExactly(new Inbox.UnreadChannel("general", 2));
        assertThat(inbox.mentions()).extracting(Inbox.Mention::id).containsExactly(mention.id());
        assertThat(inbox.unreadDms())
                .singleElement()
                .satisfies(
                        unread -> {
                            assertThat(unread.conversationId()).isEqualTo(direct.conversationId());
                            assertThat(unread.from()).isEqualTo("carol");
                            assertThat(unread.unreadCount()).isEqualTo(1);
                        });
        assertThat(inbox.recentReactions())
                .extracting(Inbox.RecentReaction::emoji)
                .containsExactly("👍");
    }

    @Test
    void conversations_are_listed_with_what_was_said_last() {
        at.tell(alice, "bob", "first");
        group(alice, "carol");
        DirectSent last = at.tell(bob, "alice", "last");

        List<Conversation> listed = at.conversations.of(alice);

        assertThat(listed).extracting(Conversation::type).containsExactly("1:1", "group");
        assertThat(listed.getFirst().lastMessage())
                .isEqualTo(
                        new Conversation.LastMessage(
                                last.id(), "last", bob.agent(), last.createdAt()));
        assertThat(listed.getLast().lastMessage()).isNull();
        assertThat(at.conversations.all(at.owner).getFirst().messageCount()).isEqualTo(2);
    }

    @Test
    void a_reply_in_a_conversation_stays_in_it() {
        DirectSent sent = at.tell(alice, "bob", "question");

        at.send(bob, new Outgoing.Reply(sent.id(), new NewMessage("answer", null, null, null)));

        assertThat(at.recorded()).containsExactly("dm.received", "dm.received");
        assertThat(at.history.thread(alice, sent.id(), ALL).replies())
                .extracting(Message::text)
                .containsExactly("answer");
    }

    private long unread(Caller.Agent agent) {
        return at.conversations.of(agent).getFirst().unreadCount();
    }

    private GroupCreated group(Caller.Agent creator, String... others) {
        return (GroupCreated)
                at.groups.create(creator, new NewGroup(List.of(others), null), null).data();
    }

    private Caller.Observer observer(Set<ObserverScope> scopes, boolean includeDms) {
        return new Caller.Observer(
                at.workspace,
                new ObserverId("ot_1"),
                scopes,
                new ObserverFilters(null, null, includeDms, null, null, null, null));
    }

    private static void assertRefused(Reason reason, Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
