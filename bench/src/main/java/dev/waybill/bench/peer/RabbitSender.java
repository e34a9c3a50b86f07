package dev.waybill.bench.peer;

import com.rabbitmq.client.Channel;
import dev.waybill.bench.load.Heard;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;

/// Publishes on a channel of its own, from a thread of its own, and pairs confirms with messages.
final class RabbitSender {
    private final Channel channel;
    private final Heard heard;
    private final BlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
    private final NavigableMap<Long, Long> unconfirmed = new ConcurrentSkipListMap<>();
    private final Thread thread =
            Thread.ofPlatform().name("rabbitmq").daemon().unstarted(this::run);

    RabbitSender(Channel channel, Heard heard) throws IOException {
        this.channel = channel;
        this.heard = heard;
        channel.confirmSelect();
        channel.addConfirmListener(
                this::confirmed, (tag, _) -> heard.fault("message " + tag + " was not taken"));
        thread.start();
    }

    /// Puts a message on the channel.
    interface Publishing {
        void publish(Channel channel) throws IOException;
    }

    private record Item(long number, Publishing publishing) {}

    void send(long number, Publishing publishing) {
        waiting.add(new Item(number, publishing));
    }

    void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                Item item = waiting.take();
                unconfirmed.put(channel.getNextPublishSeqNo(), item.number());
                item.publishing().publish(channel);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            heard.fault(e.toString());
        }
    }

    private void confirmed(long tag, boolean andAllBefore) {
        if (andAllBefore) {
            NavigableMap<Long, Long> done = unconfirmed.headMap(tag, true);
            for (var entry = done.pollFirstEntry(); entry != null; entry = done.pollFirstEntry()) {
                heard.confirmed(entry.getValue());
            }
        } else {
            Long number = unconfirmed.remove(tag);
            if (number != null) {
                heard.confirmed(number);
            }
        }
    }
}
