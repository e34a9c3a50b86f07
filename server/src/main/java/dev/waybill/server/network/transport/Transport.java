package dev.waybill.server.network.transport;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries payloads by subject. Subjects are literal: nothing in them stands for another.
public interface Transport extends AutoCloseable {
    /// Begins to connect and returns at once. What is lost until then is made good by publishing again.
    void start(Listener listener);

    /// Hears the subject from now on, until closed. Servers that share a database name the same group, and one of them
    /// hears each payload; without a group every subscription hears it.
    Subscription subscribe(String subject, @Nullable String group, Receiver receiver);

    /// Returns once the carrier has all of them. After a failure it may have any of them: the same parcels may be
    /// published again.
    void publish(List<Parcel> parcels) throws CarrierException, InterruptedException;

    /// How things stand with the carrier.
    Link link();

    /// The most bytes a payload may have.
    int maxPayload();

    /// Stops hearing: nothing is handed over any more once this returns. What was can still be taken, as long as this is
    /// not closed.
    void hush();

    /// Stops hearing, gives back what was not taken and lets the carrier go.
    @Override
    void close();

    /// Told how things go with the carrier, on a thread of the transport.
    interface Listener {
        /// Connected, for the first time or again. What was published meanwhile by others may be gone.
        void connected();

        void disconnected(String why);
    }

    /// Takes what a subscription hears, one at a time and in order.
    interface Receiver {
        /// May take its time: only its own subscription waits.
        void receive(Arrival arrival);
    }

    /// Something that is heard until it is closed.
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
