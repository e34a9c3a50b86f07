package dev.waybill.sdk;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// An agent that handles `work.do` until it is killed, and prints which calls it handles. Arguments: the server's address,
/// the agent's token, and `work`, or `hang` to finish none.
final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        RelayAgent agent = Relay.connectAgent(args[0], args[1], TestRelay.OPTIONS);
        CountDownLatch never = new CountDownLatch(1);
        agent.actions()
                .register(
                        ActionsSurvivalTest.draft()
                                .handler(
                                        (job, context) -> {
                                            out.println("handling " + context.invocationId());
                                            if (args[2].equals("hang")) {
                                                never.await();
                                            }
                                            return job;
                                        }));
        out.println("ready");
        never.await();
    }
}
