package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReplayKey;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.protocol.network.wire.EnvelopeReader;
import dev.waybill.protocol.network.wire.EnvelopeWriter;
import dev.waybill.protocol.network.wire.Reading;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// What reading allows at most: envelopes from the broker are checked and wrapped as the server does, and thrown away.
final class ReadingAlone {
    private static final PeerId TO = new PeerId("reader.sess-alone");
    private static final Freshness FRESHNESS = new Freshness(Duration.ofMinutes(5));
    private static final int WINDOW = 1024;

    private final EnvelopeReader reader = new EnvelopeReader(NetworkProfile.CHANNEL);
    private final EnvelopeWriter writer = new EnvelopeWriter(NetworkProfile.CHANNEL);
    private final Semaphore window = new Semaphore(WINDOW);
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong characters = new AtomicLong();

    static Row measure(Publisher publisher, String url, Rounds rounds)
            throws IOException, InterruptedException, TimeoutException {
        ReadingAlone alone = new ReadingAlone();
        Connection connection = Nats.connect(new Options.Builder().server(url).build());
        Thread saying = Thread.ofPlatform().daemon().unstarted(() -> alone.say(publisher));
        try {
            Dispatcher dispatcher =
                    connection.createDispatcher(message -> alone.read(message.getData()));
            dispatcher.subscribe(Publisher.subject(TO));
            connection.flush(Duration.ofSeconds(5));
            saying.start();
            return rounds.alone(
                    new Row("ceiling: received, checked and wrapped, nothing kept"),
                    new Rounds.Counted("envelopes", alone.read::get));
        } finally {
            saying.interrupt();
            connection.close();
        }
    }

    private void say(Publisher publisher) {
        try {
            for (long number = 0; ; number++) {
                window.acquire();
                publisher.say(number, TO);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(byte[] bytes) {
        if (!(reader.read(bytes, FRESHNESS, Instant.now())
                instanceof Reading.Accepted(Envelope envelope, var _))) {
            throw new IllegalStateException("the load is not well-formed");
        }
        int length =
                writer.write(envelope).text().length()
                        + SessionPrompt.of(envelope, Trust.UNTRUSTED).length()
                        + ReplayKey.of(envelope).hash().length()
                        + Suspicion.of(envelope).size();
        characters.addAndGet(length);
        read.incrementAndGet();
        window.release();
    }
}
