package dev.waybill.server.action;

import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.QuietChannel;
import dev.waybill.server.delivery.Signal;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// An agent's own connection, which notes what it hears of actions.
final class RecordingSession extends QuietChannel {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /// The next thing it heard, as frame, type and data; waits for it.
    String next() throws InterruptedException {
        String next = heard.poll(20, TimeUnit.SECONDS);
        return next == null ? "nothing" : next;
    }

    /// Numbered, and with the reason it comes for.
    @Override
    public boolean deliver(Addressee agent, long number, Item.Letter letter) {
        return heard.add(
                number
                        + " "
                        + letter.reason()
                        + " "
                        + new String(letter.payload().bytes(), StandardCharsets.UTF_8));
    }

    @Override
    public boolean signal(Addressee agent, Signal signal) {
        return !signal.type().startsWith("action.")
                || heard.add("deliver " + signal.type() + " " + signal.data());
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) {
        return !update.event().startsWith("action.")
                || heard.add("update " + update.event() + " " + update.data());
    }
}
