package dev.waybill.server.http.socket;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/// Opens sockets at their paths; everything else goes on to the next handler.
public final class SocketUpgrades extends Handler.Wrapper {
    /// Holds what came together; a socket has one only while it is read.
    private static final int INPUT_BUFFER = 16 << 10;

    /// Holds frames that go out together; a socket has one only while it sends.
    private static final int OUTPUT_BUFFER = 64 << 10;

    private final Map<String, SocketRoute> routes;
    private final OpenSockets open;
    private final Limits limits;
    private final Refuser refuser;
    private final WebSocketMappings mappings;

    /// How large a message may be.
    public record Limits(int maxMessage) {}

    /// Answers a request to open a socket that failed.
    public interface Refuser {
        void refuse(Throwable reason, Request request, Response response, Callback callback);
    }

    public SocketUpgrades(
            Server server,
            Handler next,
            List<SocketRoute> routes,
            OpenSockets open,
            Limits limits,
            Refuser refuser) {
        super(next);
        this.routes = routes.stream().collect(Collectors.toMap(SocketRoute::path, route -> route));
        this.open = open;
        this.limits = limits;
        this.refuser = refuser;
        this.mappings =
                new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(server));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        SocketRoute route = routes.get(Request.getPathInContext(request));
        if (route == null) {
            return super.handle(request, response, callback);
        }
        try {
            open(route, request, response, callback);
        } catch (Throwable e) {
            refuser.refuse(e, request, response, callback);
        }
        return true;
    }

    private void open(SocketRoute route, Request request, Response response, Callback callback) {
        if (!"websocket".equalsIgnoreCase(request.getHeaders().get(HttpHeader.UPGRADE))) {
            throw Problem.upgradeRequired();
        }
        SocketHandler handler = route.gate().admit(upgrade(request));
        WebSocketNegotiator negotiator =
                negotiator(
                        (asked, accepted) -> {
                            // Compression costs more memory per socket than short messages are
                            // worth.
                            accepted.setExtensions(List.of());
                            if (asked.hasSubProtocol(Upgrade.PROTOCOL)) {
                                accepted.setAcceptedSubProtocol(Upgrade.PROTOCOL);
                            }
                            return new Frames(handler, open, limits.maxMessage());
                        });
        if (!mappings.upgrade(negotiator, request, response, callback, this::configure)) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "This is no WebSocket handshake");
        }
    }

    private static WebSocketNegotiator negotiator(
            BiFunction<ServerUpgradeRequest, ServerUpgradeResponse, FrameHandler> maker) {
        return (request, response, _) -> maker.apply(request, response);
    }

    private void configure(Configuration configuration) {
        // This limit would hold for what is sent, too. A large frame arrives in pieces, and Frames
        // counts.
        configuration.setMaxFrameSize(0);
        configuration.setAutoFragment(true);
        configuration.setInputBufferSize(INPUT_BUFFER);
        configuration.setOutputBufferSize(OUTPUT_BUFFER);
        // Who is silent is asked, and cut off by OpenSockets; what is sent would count as life
        // here.
        configuration.setIdleTimeout(Duration.ZERO);
    }

    private static Upgrade upgrade(Request request) {
        Fields query = Request.extractQueryParameters(request);
        return new Upgrade(
                query.getValue("token"),
                request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION),
                request.getHeaders().getCSV(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, false));
    }
}
