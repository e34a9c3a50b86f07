package dev.waybill.cli.doctor;

import dev.waybill.cli.Readiness;
import dev.waybill.server.config.Config;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/// Whether the server could listen where it is told to.
record PortCheck(String host, int port, boolean secure) implements Check {
    static PortCheck of(Config config) {
        return new PortCheck(
                config.server().host(), config.server().port(), config.tls().enabled());
    }

    @Override
    public Finding look() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return Finding.ok("port", port == 0 ? "any free port is taken" : place() + " is free");
        } catch (UnknownHostException _) {
            return Finding.fail(
                    "port",
                    host + " is no address known here",
                    "set server.host to an address of this machine");
        } catch (BindException e) {
            return String.valueOf(e.getMessage()).contains("in use") ? taken() : unusable(e);
        } catch (IOException e) {
            return unusable(e);
        }
    }

    private Finding taken() {
        try {
            Readiness.Answer answer = Readiness.ask(local());
            if (answer.envelope() != null) {
                return Finding.warn(
                        "port",
                        "a Waybill server already listens on " + place(),
                        "a second one needs another --port and another --data");
            }
        } catch (SSLException _) {
            // a certificate for another name than this address, as it should be
            return Finding.warn(
                    "port",
                    "a server with TLS already listens on " + place(),
                    "a second one needs another --port and another --data");
        } catch (IOException | URISyntaxException _) {
            // whoever listens there does not speak our HTTP
        }
        return Finding.fail(
                "port",
                place() + " is in use by another process",
                "stop that process, or choose another port with --port");
    }

    private Finding unusable(IOException e) {
        return Finding.fail(
                "port",
                "cannot listen on " + place() + ": " + e.getMessage(),
                "choose an address of this machine with --host and a port above 1023 with --port");
    }

    private URI local() throws IOException, URISyntaxException {
        InetAddress address = InetAddress.getByName(host);
        String reachable =
                address.isAnyLocalAddress()
                        ? InetAddress.getLoopbackAddress().getHostAddress()
                        : address.getHostAddress();
        return new URI(secure ? "https" : "http", null, reachable, port, "/", null, null);
    }

    private String place() {
        return host + ":" + port;
    }
}
