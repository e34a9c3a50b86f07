package dev.waybill.server.http;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.TlsConfig;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.FaultMapping;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.http.socket.OpenSockets;
import dev.waybill.server.http.socket.SocketRoute;
import dev.waybill.server.http.socket.SocketUpgrades;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The listening server. Handlers run on virtual threads and may block; a few platform threads move the bytes.
public final class HttpEdge implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEdge.class);
    private static final int MAX_PLATFORM_THREADS = 16;
    private static final int MIN_PLATFORM_THREADS = 4;

    private final Setup setup;
    private final Server server;
    private final ServerConnector connector;
    private final Transport transport;
    private final RuntimeMetrics runtime;
    private final OpenSockets sockets = new OpenSockets();

    /// Kept here because a connector forgets it when it begins to stop.
    private volatile int port;

    private HttpEdge(Setup setup) {
        this.setup = setup;
        this.server = new Server(threads(setup.http()));
        this.transport = Transport.of(setup.tls());
        this.connector = transport.connector(new Connectors(server, setup.server(), setup.http()));
        ResponseHeaders headers = new ResponseHeaders(setup.tls().enabled());
        server.setHandler(handlers(headers));
        server.setErrorHandler(new ErrorAnswers(headers, new Replies(setup.api().json())));
        server.setStopTimeout(setup.server().drainTimeout().plus(Drain.LAST_WORDS).toMillis());
        server.addConnector(connector);
        this.runtime = new RuntimeMetrics(setup.operations().metrics());
        Gauge.builder(
                        "http.server.connections",
                        connector,
                        open -> open.getConnectedEndPoints().size())
                .description("Open connections")
                .register(setup.operations().metrics());
        Gauge.builder("http.server.sockets", sockets, OpenSockets::count)
                .description("Open WebSockets")
                .register(setup.operations().metrics());
    }

    /// Everything the edge is made of.
    public record Setup(
            ServerConfig server, HttpConfig http, TlsConfig tls, Api api, Operations operations) {}

    /// The API that is served.
    public record Api(
            RouteTable routes,
            List<SocketRoute> sockets,
            Authenticator authenticator,
            FaultMapping faults,
            Json json,
            Site site) {
        public Api {
            sockets = List.copyOf(sockets);
        }

        /// Without a site beside it.
        public Api(
                RouteTable routes,
                List<SocketRoute> sockets,
                Authenticator authenticator,
                FaultMapping faults,
                Json json) {
            this(routes, sockets, authenticator, faults, json, Site.NONE);
        }
    }

    /// What operators see of it.
    public record Operations(
            String version, Readiness readiness, PrometheusMeterRegistry metrics) {}

    /// Listens when it returns; when it throws, nothing does.
    public static HttpEdge start(Setup setup) {
        HttpEdge edge = new HttpEdge(setup);
        try {
            edge.server.start();
            edge.sockets.start();
            edge.port = edge.connector.getLocalPort();
            LOG.atInfo().addKeyValue("uri", edge.uri()).log("Listening");
            return edge;
        } catch (Exception e) {
            edge.close();
            throw cannotListen(setup.server(), e);
        }
    }

    /// The port in use, also when any free one was asked for.
    public int port() {
        return port;
    }

    public URI uri() {
        String host = setup.server().host();
        return URI.create(
                (setup.tls().enabled() ? "https://" : "http://")
                        + (host.contains(":") ? "[" + host + "]" : host)
                        + ":"
                        + port);
    }

    /// Refuses new requests, closes connections that rest, gives requests under way `server.drain-timeout`, and stops.
    @Override
    public void close() {
        boolean listening = server.isRunning();
        sockets.close();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.atWarn().addKeyValue("reason", e.toString()).log("Stopped with requests under way");
        }
        transport.close();
        runtime.close();
        if (listening) {
            LOG.info("Stopped listening");
        }
    }

    /// From the outside in.
    private Handler handlers(ResponseHeaders headers) {
        RouteTable table = new OperationsRoutes(setup.api(), setup.operations()).table();
        Dispatcher dispatcher = new Dispatcher(table, setup.api(), setup.http());
        Handler upgrades =
                new SocketUpgrades(
                        server,
                        dispatcher,
                        setup.api().sockets(),
                        sockets,
                        new SocketUpgrades.Limits(setup.http().maxBodyBytes()),
                        dispatcher::refuse);
        Handler pages = new SitePages(upgrades, setup.api().site(), dispatcher::refuse);
        return new RequestScope(
                new Drain(pages, connector, setup.server().drainTimeout()),
                headers,
                new RequestTimer(setup.operations().metrics()));
    }

    private static QueuedThreadPool threads(HttpConfig limits) {
        VirtualThreadPool handlers = new VirtualThreadPool(limits.maxConnections());
        handlers.setName("http-handler");
        QueuedThreadPool threads = new QueuedThreadPool(MAX_PLATFORM_THREADS, MIN_PLATFORM_THREADS);
        threads.setName("http");
        threads.setVirtualThreadsExecutor(handlers);
        return threads;
    }

    private static UncheckedIOException cannotListen(ServerConfig place, Exception failure) {
        Throwable reason = failure.getCause() == null ? failure : failure.getCause();
        return new UncheckedIOException(
                "cannot listen on %s:%d: %s"
                        .formatted(place.host(), place.port(), reason.getMessage()),
                failure instanceof IOException io ? io : new IOException(failure));
    }
}
