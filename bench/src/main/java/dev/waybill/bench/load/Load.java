package dev.waybill.bench.load;

/// Messages that are sent for as long as it is not told to pause.
public interface Load extends AutoCloseable {
    InFlight inFlight();

    /// Where the messages go, before it is resumed for the first time.
    void into(Scene scene);

    void resume();

    /// Returns when everything under way has come to its end, or does not come.
    void pause() throws InterruptedException;

    /// Sends nothing any more, and leaves what is under way to itself.
    @Override
    void close();
}
