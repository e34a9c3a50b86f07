package dev.waybill.server.http.socket;

import java.io.ByteArrayOutputStream;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts the frames of one connection together to messages and hands them to its [SocketHandler], one at a time.
final class Frames implements FrameHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Frames.class);

    private final SocketHandler handler;
    private final OpenSockets open;
    private final int maxMessage;
    private @Nullable CoreSession session;
    private @Nullable Socket socket;
    private @Nullable ByteArrayOutputStream partial;

    Frames(SocketHandler handler, OpenSockets open, int maxMessage) {
        this.handler = handler;
        this.open = open;
        this.maxMessage = maxMessage;
    }

    @Override
    public void onOpen(CoreSession core, Callback callback) {
        session = core;
        Socket opened = new Socket(core);
        socket = opened;
        if (!open.add(opened)) {
            opened.close(CloseCode.GOING_AWAY, "the server is stopping");
        }
        try {
            handler.opened(opened);
            callback.succeeded();
            core.demand();
        } catch (Throwable e) {
            callback.failed(e);
        }
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        CoreSession core = session;
        Socket peer = socket;
        if (core == null || peer == null) {
            callback.failed(new IllegalStateException("a frame came before the socket was open"));
            return;
        }
        peer.heard();
        boolean goOn;
        try {
            goOn = take(frame, peer);
        } catch (Throwable e) {
            LOG.error("A socket's message could not be handled", e);
            peer.close(CloseCode.FAILED, "internal error");
            goOn = true;
        }
        peer.listensAgain();
        callback.succeeded();
        if (goOn) {
            core.demand();
        }
    }

    /// False when nothing more is to be read. Who was told goodbye is read until it says goodbye, too.
    private boolean take(Frame frame, Socket peer) throws InterruptedException {
        if (frame.getOpCode() == OpCode.CLOSE) {
            return false;
        }
        if (peer.leaving()) {
            partial = null;
            return true;
        }
        switch (frame.getOpCode()) {
            case OpCode.PING -> peer.pong(bytes(frame));
            case OpCode.TEXT, OpCode.CONTINUATION -> text(frame, peer);
            case OpCode.BINARY -> peer.close(CloseCode.UNSUPPORTED, "only text is understood here");
            default -> {
                // a pong: the peer is there
            }
        }
        return true;
    }

    private void text(Frame frame, Socket peer) {
        ByteArrayOutputStream before = partial;
        int size = (before == null ? 0 : before.size()) + frame.getPayloadLength();
        if (size > maxMessage) {
            peer.close(CloseCode.TOO_LARGE, "a message may have " + maxMessage + " bytes");
            return;
        }
        if (before == null && frame.isFin()) {
            handler.message(bytes(frame));
            return;
        }
        ByteArrayOutputStream all = before == null ? new ByteArrayOutputStream() : before;
        all.writeBytes(bytes(frame));
        partial = frame.isFin() ? null : all;
        if (frame.isFin()) {
            handler.message(all.toByteArray());
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        LOG.debug("A socket failed: {}", cause.toString());
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        Socket gone = socket;
        if (gone != null) {
            gone.ended();
            open.remove(gone);
            try {
                handler.closed();
            } catch (RuntimeException e) {
                LOG.error("A socket's end could not be handled", e);
            }
        }
        callback.succeeded();
    }

    private static byte[] bytes(Frame frame) {
        byte[] bytes = new byte[frame.getPayloadLength()];
        if (bytes.length > 0) {
            frame.getPayload().slice().get(bytes);
        }
        return bytes;
    }
}
