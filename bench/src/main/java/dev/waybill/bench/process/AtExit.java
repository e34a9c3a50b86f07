package dev.waybill.bench.process;

/// What has to be done when the run ends, however that comes about. It is done once.
public final class AtExit implements AutoCloseable {
    private final Runnable task;
    private final Thread hook;

    /// While the run is ending already, it is done at once and nothing may be begun any more.
    public AtExit(String name, Runnable task) {
        this.task = task;
        this.hook = new Thread(task, name);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            task.run();
            throw e;
        }
    }

    /// Does it now; while the run is ending, waits until it is done.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            join();
            return;
        }
        task.run();
    }

    private void join() {
        try {
            hook.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
