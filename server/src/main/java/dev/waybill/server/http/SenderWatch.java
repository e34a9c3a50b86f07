package dev.waybill.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;

/// Tells whether the sender of a request still waits for its answer.
///
/// While a request is handled nobody reads from its connection, so that nobody notices when it ends. The thread that
/// handles the request may do so; what it finds beyond the request is handed back to the parser.
final class SenderWatch {
    private static final int GLIMPSE = 1024;

    private final Request request;
    private final AtomicBoolean began = new AtomicBoolean();

    SenderWatch(Request request) {
        this.request = request;
    }

    /// To be called by the thread that handles the request.
    boolean waits() {
        if (began.compareAndSet(false, true)) {
            // Who waits for an answer is silent.
            request.addIdleTimeoutListener(_ -> false);
        }
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        return endPoint.isOpen() && !stopping() && !ended(endPoint);
    }

    private boolean stopping() {
        GracefulHandler drain =
                request.getConnectionMetaData()
                        .getConnector()
                        .getServer()
                        .getDescendant(GracefulHandler.class);
        return drain == null || drain.isShutdown();
    }

    private boolean ended(EndPoint endPoint) {
        if (!(request.getConnectionMetaData().getConnection() instanceof HttpConnection http)
                || !http.getParser().isComplete()
                || !http.isRequestBufferEmpty()) {
            return false;
        }
        ByteBuffer next = BufferUtil.allocate(GLIMPSE);
        try {
            int read = endPoint.fill(next);
            if (read > 0) {
                http.onUpgradeTo(next);
            }
            return read < 0;
        } catch (IOException _) {
            return true;
        }
    }
}
