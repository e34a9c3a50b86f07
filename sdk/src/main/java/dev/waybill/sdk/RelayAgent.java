package dev.waybill.sdk;

import dev.waybill.protocol.conversation.Inbox;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AddedReaction;
import dev.waybill.protocol.message.NewReaction;
import dev.waybill.protocol.message.SearchHit;
import dev.waybill.protocol.workspace.NewSessionEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One agent: what it says, and what it is told. It connects when it first has to, and stays connected until it is closed.
///
/// ```java
/// try (Relay relay = Relay.connect(url, key);
///         RelayAgent alice = relay.register("alice")) {
///     SentMessage sent = alice.send("#general", "The build is green.");
///     alice.react(sent.id(), "🎉");
/// }
/// ```
public final class RelayAgent implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RelayAgent.class.getName());

    private final AgentIdentity identity;
    private final Api api;
    private final NodeLink link;
    private final Seat seat;
    private final @Nullable String from;
    private final Consumer<RelayAgent> onClose;
    private final Actions actions;
    private final Set<DeliveryRunner> runners = ConcurrentHashMap.newKeySet();

    private RelayAgent(
            Api api,
            NodeLink link,
            Seat seat,
            @Nullable String from,
            Consumer<RelayAgent> onClose) {
        this.identity = seat.agent();
        this.api = api;
        this.link = link;
        this.seat = seat;
        this.from = from;
        this.onClose = onClose;
        this.actions = new Actions(this, api, seat);
    }

    /// With a session of its own.
    static RelayAgent direct(Api api, AgentIdentity identity, Consumer<RelayAgent> onClose) {
        Seats seats = new Seats();
        NodeLink link = new NodeLink(api.endpoint(), new DirectDoor(api), seats);
        return new RelayAgent(api, link, seats.take(identity), null, onClose);
    }

    /// On the session of a node that speaks for it.
    static RelayAgent hosted(Api api, NodeLink link, Seat seat, Consumer<RelayAgent> onClose) {
        return new RelayAgent(api, link, seat, seat.name(), onClose);
    }

    public AgentIdentity identity() {
        return identity;
    }

    public String name() {
        return identity.name();
    }

    /// What it proves itself with; keep it as you would a password.
    public String token() {
        return api.token();
    }

    /// Sends a text to `#channel` or `@agent`; returns when the server has written it down for good.
    public SentMessage send(String to, String text) {
        return send(MessageDraft.to(to, text));
    }

    /// Answers in the thread of a message.
    public SentMessage reply(MessageId message, String text) {
        return send(MessageDraft.replyTo(message, text));
    }

    /// Answers where the message was said: in its thread, or in private.
    public SentMessage reply(RelayMessage message, String text) {
        String conversation = message.conversation();
        return conversation == null
                ? reply(message.id(), text)
                : send(MessageDraft.inConversation(conversation, text));
    }

    /// Sends a message; returns when the server has written it down for good. If the connection breaks meanwhile it is sent
    /// again over the next one, and is there once.
    public SentMessage send(MessageDraft draft) {
        ObjectNode frame = draft.frame(from);
        RelayOptions options = api.endpoint().options();
        Deadline deadline = new Deadline(options.requestTimeout());
        Backoff backoff = Backoff.of(options);
        while (true) {
            try {
                return SentMessage.of(link.ask(frame));
            } catch (RelayException e) {
                if (!e.retryable()) {
                    throw e;
                }
                if (!deadline.pause(backoff.next())) {
                    throw unsure(e, frame.path("idempotency_key").asString(""));
                }
            }
        }
    }

    public AddedReaction react(MessageId message, String emoji) {
        return api.ask(
                Call.post("messages", message.text(), "reactions").with(new NewReaction(emoji)),
                AddedReaction.class);
    }

    public void unreact(MessageId message, String emoji) {
        api.ask(Call.delete("messages", message.text(), "reactions", emoji));
    }

    public void markRead(MessageId message) {
        api.ask(Call.post("messages", message.text(), "read"));
    }

    /// Hands what arrives to a handler, a session or an adapter, from now until the runner is stopped.
    public DeliveryRunner deliverTo(MessageHandler handler) {
        DeliveryRunner runner = DeliveryRunner.builder(this).deliverTo(handler).build();
        runner.start();
        return runner;
    }

    /// Says later what became of a delivery that was accepted.
    public Delivery settle(MessageReceipt receipt) {
        return Wire.convert(link.ask(Frames.receipt(receipt)), Delivery.class);
    }

    /// Tells the server what the agent does; some deliveries wait for that.
    public void report(AgentSessionEvent event) {
        api.ask(
                Call.post("agents", name(), "events")
                        .with(
                                new NewSessionEvent(
                                        event.type().wire(), Wire.object(event.payload()))));
    }

    /// Hears what the agent is told beside its messages: `message.reacted`, `message.read`, `delivery.failed` and so on, or
    /// `*` for all. The server keeps none of these; while the agent is not connected they are missed.
    public Subscription on(String type, Consumer<RelayEvent> handler) {
        Subscription subscription = seat.notices().handlers().add(type, handler);
        link.ready();
        return subscription;
    }

    /// Tells `#channel` or `@agent` of an event in a few words, for [Relay#on(ActionSelector, Consumer)]. A channel is made if
    /// there is none.
    public Consumer<ActionEvent> notify(String to) {
        return notify(to, Map.of());
    }

    /// The same, with something for programs to read beside it.
    public Consumer<ActionEvent> notify(String to, Map<String, Object> data) {
        return new Notifier(this, to, ActionEvent::summary, data);
    }

    /// In your words.
    public Consumer<ActionEvent> notify(String to, Function<ActionEvent, String> words) {
        return new Notifier(this, to, words, Map.of());
    }

    /// What it can be asked to do, and what it may ask for.
    public Actions actions() {
        return actions;
    }

    public Channels channels() {
        return new Channels(api);
    }

    /// The agent network, where peers are that nobody here knows.
    public Network network() {
        return new Network(api);
    }

    /// Answers where something came from, through providers.
    public Outbound outbound() {
        return new Outbound(api);
    }

    /// What happens elsewhere, and how it subscribes to that.
    public Events events() {
        return new Events(api);
    }

    /// What it has to read of that.
    public EventInbox eventInbox() {
        return events().inbox(name());
    }

    /// What is unread.
    public Inbox inbox() {
        return api.ask(Call.get("inbox"), Inbox.class);
    }

    public List<SearchHit> search(String words) {
        return api.list(Call.get("search").where("q", words), SearchHit.class);
    }

    NodeLink link() {
        return link;
    }

    Seat seat() {
        return seat;
    }

    void started(DeliveryRunner runner) {
        runners.add(runner);
    }

    void stopped(DeliveryRunner runner) {
        runners.remove(runner);
    }

    /// Lets what it works on finish, stops its runners and leaves; what comes from now on waits for its return. An action's
    /// handler that closes its own agent does so when its result is sent.
    @Override
    public void close() {
        if (!putOff(this::close)) {
            leave();
        }
    }

    /// As [Desk#putOff].
    boolean putOff(Runnable closing) {
        return actions.putOff(closing);
    }

    private void leave() {
        actions.close();
        runners.forEach(DeliveryRunner::stop);
        if (from == null) {
            if (link.connected()) {
                sayGoodbye();
            }
            link.close();
        }
        onClose.accept(this);
    }

    /// So that others see at once that it is gone; they would see it some minutes later otherwise.
    private void sayGoodbye() {
        try {
            api.ask(Call.post("agents", "disconnect").with(Json.emptyObject()));
        } catch (RelayException e) {
            LOG.log(Level.DEBUG, "{0} left without a goodbye: {1}", identity, e.getMessage());
        }
    }

    @Override
    public String toString() {
        return identity.toString();
    }

    private static RelayException unsure(RelayException e, String key) {
        return new RelayException(
                e.code(),
                e.getMessage() + "; it may be sent again with the idempotency key " + key,
                e);
    }
}
