package dev.waybill.server.http.route;

/// Has the endpoint of a route answer a call, wherever the call came from. Exceptions end here.
public final class Handling {
    private final Faults faults;
    private final Promises promises = new Promises();

    public Handling(FaultMapping mapping) {
        this.faults = new Faults(mapping);
    }

    /// What became of a call.
    public sealed interface Handled {
        record Answered(Answer answer) implements Handled {}

        record Refused(Problem problem) implements Handled {}
    }

    public Handled handle(Route route, Call call) {
        try {
            return new Handled.Answered(route.endpoint().handle(call));
        } catch (Throwable e) {
            Problem problem = faults.problemOf(e, call.requestId());
            promises.check(route, problem.code());
            return new Handled.Refused(problem);
        }
    }

    /// What the sender of a request hears about an exception.
    public Problem problemOf(Throwable fault, String requestId) {
        return faults.problemOf(fault, requestId);
    }
}
