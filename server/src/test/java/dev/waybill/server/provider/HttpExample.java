package dev.waybill.server.provider;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.StubProvider.Behaviour;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An example whose stand-in speaks HTTP: what it answers when all is well, and nothing else.
public abstract class HttpExample implements ProviderExample {
    protected final StubProvider stub = StubProvider.start();

    /// A request line and the answer to it.
    public record Happy(String line, int status, String body) {
        Behaviour.Answer answer() {
            return new Behaviour.Answer(status, Map.of(), body);
        }
    }

    /// What is asked before anything is done, such as a token.
    protected List<Happy> before() {
        return List.of();
    }

    protected abstract List<Happy> calls();

    public HttpExample happy() {
        before().forEach(one -> stub.on(one.line(), one.answer()));
        calls().forEach(one -> stub.on(one.line(), one.answer()));
        return this;
    }

    /// Behaves like this whenever something is to be done.
    public HttpExample misbehaving(Behaviour behaviour) {
        before().forEach(one -> stub.on(one.line(), one.answer()));
        calls().forEach(one -> stub.on(one.line(), behaviour));
        return this;
    }

    /// Ends the connection after half of the answer.
    public HttpExample breakingOff() {
        before().forEach(one -> stub.on(one.line(), one.answer()));
        calls().forEach(one -> stub.on(one.line(), new Behaviour.Cut(one.answer(), 20)));
        return this;
    }

    /// Whether a status alone is no success.
    protected boolean heedsBody() {
        return true;
    }

    public StubProvider stub() {
        return stub;
    }

    protected DeliveryHandle at(Surface surface, String target, @Nullable String thread) {
        return new DeliveryHandle(provider().name(), surface.name(), target, thread, null);
    }

    @Override
    public int asked() {
        return stub.journal().size();
    }

    @Override
    public void close() {
        stub.close();
    }
}
