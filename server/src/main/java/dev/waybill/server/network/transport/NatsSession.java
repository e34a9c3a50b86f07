package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// What is done on one connection to a broker, from when it is made until it breaks.
interface NatsSession {
    /// Returns once the broker knows what is to be heard. What it does not let be heard comes back, with the reason.
    Map<Hearing, String> hear(Collection<Hearing> hearings) throws IOException;

    /// Nobody here hears it any more.
    void forget(Hearing hearing);

    /// Those of them that were heard, and are not any more although nobody here forgot them.
    default List<Hearing> lost(Collection<Hearing> hearings) throws IOException {
        return List.of();
    }

    /// Returns once the broker has confirmed all of them.
    void publish(List<Parcel> parcels) throws CarrierException, InterruptedException;

    /// The most bytes a payload may have here.
    long room();

    /// The broker brings nothing more. What it had brought by then has come to its lane.
    default void hush() throws InterruptedException {}

    /// What nobody here has taken goes back to the broker, which brings it to another, or here again.
    default void giveBack() throws IOException, InterruptedException {}

    /// Begins a session, which may mean to ask the broker for something.
    interface Opening {
        NatsSession on(Connection connection) throws IOException, JetStreamApiException;
    }
}
