package dev.waybill.server.store;

/// Waits for threads that were told to end, so that what they use can be closed after them.
public final class Ended {
    private Ended() {}

    /// Returns when the thread has ended, however often the caller is interrupted meanwhile; that is kept for afterwards.
    public static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
