package dev.waybill.server.http.route;

import dev.waybill.server.http.route.Contract.Input;
import dev.waybill.server.http.route.Contract.Output;
import dev.waybill.server.http.route.Contract.QueryParameter;
import java.util.ArrayList;
import java.util.List;

/// A route while it is being written down; [#to] finishes it.
///
/// Without further words a route takes no body and answers `{"ok":true}`.
public final class RouteDraft {
    private final Method method;
    private final PathTemplate path;
    private final Access access;
    private final List<QueryParameter> query = new ArrayList<>();
    private String summary = "";
    private Input input = new Input.None();
    private Output output = new Output.Done();
    private Contract.Style style = Contract.Style.ENVELOPE;
    private List<ErrorCode> errors = List.of();

    RouteDraft(Method method, String path, Access access) {
        this.method = method;
        this.path = PathTemplate.parse(path);
        this.access = access;
    }

    /// One sentence for the documentation.
    public RouteDraft summary(String sentence) {
        this.summary = sentence;
        return this;
    }

    public RouteDraft query(String name, String meaning) {
        query.add(new QueryParameter(name, meaning));
        return this;
    }

    public RouteDraft takes(Class<?> type) {
        this.input = new Input.Required(type);
        return this;
    }

    public RouteDraft mayTake(Class<?> type) {
        this.input = new Input.Accepted(type);
        return this;
    }

    /// Takes bytes of any kind, which the endpoint reads from [Call#stream].
    public RouteDraft streams(long maxBytes) {
        this.input = new Input.Stream(maxBytes);
        return this;
    }

    /// Answers 200 with data; an array type stands for a list.
    public RouteDraft answers(Class<?> type) {
        return answers(200, type);
    }

    public RouteDraft answers(int status, Class<?> type) {
        this.output = new Output.Data(status, type);
        return this;
    }

    public RouteDraft answersNothing() {
        this.output = new Output.Empty();
        return this;
    }

    public RouteDraft answersDocument(String contentType) {
        this.output = new Output.Document(contentType);
        return this;
    }

    public RouteDraft answersFile() {
        this.output = new Output.File();
        return this;
    }

    /// Answers without the envelope.
    public RouteDraft plain() {
        this.style = Contract.Style.PLAIN;
        return this;
    }

    /// The codes a caller should be ready for, besides those any route may give.
    public RouteDraft fails(ErrorCode... codes) {
        this.errors = List.of(codes);
        return this;
    }

    public Route to(Endpoint endpoint) {
        if (summary.isBlank()) {
            throw new IllegalStateException(method + " " + path + " has no summary");
        }
        return new Route(
                method,
                path,
                access,
                new Contract(summary, input, query, output, style, errors),
                endpoint);
    }
}
