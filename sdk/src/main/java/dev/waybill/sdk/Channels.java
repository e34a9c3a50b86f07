package dev.waybill.sdk;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.MessageThread;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.ChannelDetail;
import dev.waybill.protocol.workspace.Joining;
import dev.waybill.protocol.workspace.NewChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The channels of a workspace, and what was said in them. Names may be written with their `#`.
///
/// ```java
/// agent.channels().open("#builds", "What is being built");
/// agent.channels().history("#builds", 20).forEach(message -> System.out.println(message.text()));
/// ```
public final class Channels {
    private final Api api;

    Channels(Api api) {
        this.api = api;
    }

    public List<Channel> list() {
        return api.list(Call.get("channels"), Channel.class);
    }

    /// One channel with its members.
    public ChannelDetail show(String channel) {
        return api.ask(Call.get("channels", name(channel)), ChannelDetail.class);
    }

    /// Creates a channel; refused with `channel_already_exists` if there is one of that name.
    public Channel create(String channel, @Nullable String topic) {
        return api.ask(
                Call.post("channels").with(new NewChannel(name(channel), topic, null)),
                Channel.class);
    }

    /// Creates the channel unless it is there, and joins it.
    public void open(String channel, @Nullable String topic) {
        try {
            create(channel, topic);
        } catch (RelayException e) {
            if (!e.code().equals("channel_already_exists")) {
                throw e;
            }
        }
        join(channel);
    }

    /// From now on the agent gets what is said there.
    public Joining join(String channel) {
        return api.ask(Call.post("channels", name(channel), "join"), Joining.class);
    }

    public void leave(String channel) {
        api.ask(Call.post("channels", name(channel), "leave"));
    }

    /// What was said last, newest first.
    public List<Message> history(String channel, int limit) {
        return api.list(
                Call.get("channels", name(channel), "messages").where("limit", limit),
                Message.class);
    }

    /// What was said before that message, newest first.
    public List<Message> historyBefore(String channel, MessageId before, int limit) {
        return api.list(
                Call.get("channels", name(channel), "messages")
                        .where("limit", limit)
                        .where("before", before.text()),
                Message.class);
    }

    /// A message and the replies to it, oldest first.
    public MessageThread thread(MessageId message) {
        return api.ask(Call.get("messages", message.text(), "replies"), MessageThread.class);
    }

    private static String name(String channel) {
        return channel.startsWith("#") ? channel.substring(1) : channel;
    }
}
