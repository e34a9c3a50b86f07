package dev.waybill.cli.client;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.List;
import javax.net.ssl.SSLException;

/// Says why a server gave no answer, and what to do about it.
public final class Unanswered {
    private Unanswered() {}

    public static CommandFailure failure(URI server, IOException cause) {
        if (cause instanceof SSLException) {
            return new CommandFailure(
                    ExitCode.FAILURE,
                    List.of(
                            server
                                    + " answers, but this Java does not trust its certificate: "
                                    + cause.getMessage()
                                    + "; add it to a trust store and name that in JDK_JAVA_OPTIONS="
                                    + "-Djavax.net.ssl.trustStore=…"),
                    cause);
        }
        return new CommandFailure(
                ExitCode.UNREACHABLE,
                List.of(
                        "no server answers at "
                                + server
                                + ": "
                                + reason(cause)
                                + "; start one with 'waybill up'"),
                cause);
    }

    /// The JDK's client leaves the message of a refused connection empty.
    private static String reason(IOException cause) {
        if (cause.getMessage() != null) {
            return cause.getMessage();
        }
        return switch (cause) {
            case HttpTimeoutException _ -> "it took too long";
            case ConnectException _ -> "the connection was refused";
            default -> cause.getClass().getSimpleName();
        };
    }
}
