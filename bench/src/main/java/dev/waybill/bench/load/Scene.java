package dev.waybill.bench.load;

import java.io.IOException;

/// The mailboxes and connections of one shape at one contender.
public interface Scene extends AutoCloseable {
    /// Hands a message over; never waits. With a shape to all, the recipient says nothing.
    void send(int sender, int recipient, long number);

    /// Sends what was held back to go together with more.
    default void flush() {}

    /// Connects the recipients; what they get they acknowledge.
    void listen() throws Exception;

    /// Cuts the recipients off, with everything that came acknowledged.
    void hush() throws Exception;

    @Override
    void close() throws IOException;
}
