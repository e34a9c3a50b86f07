package dev.waybill.cli;

import dev.waybill.cli.command.ExitCode;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

/// Keeps the process running until it is told to stop, then closes the server and ends with success. A second signal
/// ends the process at once.
final class UntilSignal implements Keeping {
    private static final int INTERRUPTED = 130;

    @Override
    public void keep(RunningServer server, Runnable announce) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "waybill-stop"));
        announce.run();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(RunningServer server) {
        haltOn("INT");
        haltOn("TERM");
        server.close();
        Runtime.getRuntime().halt(ExitCode.OK.code());
    }

    /// While shutdown hooks run the JVM ignores further signals, so they get a handler of their own. By reflection: the
    /// compiler warns of `sun.misc.Signal` in a way that cannot be silenced, though the JDK offers nothing else.
    private static void haltOn(String signal) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler =
                    Proxy.newProxyInstance(
                            UntilSignal.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (_, _, _) -> {
                                Runtime.getRuntime().halt(INTERRUPTED);
                                return null;
                            });
            type.getMethod("handle", type, handlerType)
                    .invoke(null, type.getConstructor(String.class).newInstance(signal), handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM cannot handle signal " + signal, e);
        }
    }
}
