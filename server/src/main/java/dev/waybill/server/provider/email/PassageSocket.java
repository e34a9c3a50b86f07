package dev.waybill.server.provider.email;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/// What the mail library takes for a socket that it connects itself: wherever it is told to connect, it goes through the
/// [Passage].
final class PassageSocket extends Socket {
    private final Passage passage;
    private Socket talking = new Socket();

    PassageSocket(Passage passage) {
        this.passage = passage;
    }

    @Override
    public void connect(SocketAddress ignored) throws IOException {
        talking = passage.connected();
    }

    @Override
    public void connect(SocketAddress ignored, int timeout) throws IOException {
        talking = passage.connected();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = talking.getInputStream();
        return passage.server().announces() ? new Literals(in) : in;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return talking.getOutputStream();
    }

    @Override
    public void close() throws IOException {
        talking.close();
    }

    @Override
    public boolean isConnected() {
        return talking.isConnected();
    }

    @Override
    public boolean isBound() {
        return talking.isBound();
    }

    @Override
    public boolean isClosed() {
        return talking.isClosed();
    }

    @Override
    public InetAddress getInetAddress() {
        return talking.getInetAddress();
    }

    @Override
    public int getPort() {
        return talking.getPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return talking.getRemoteSocketAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return talking.getLocalAddress();
    }

    @Override
    public int getLocalPort() {
        return talking.getLocalPort();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return talking.getLocalSocketAddress();
    }

    @Override
    public void setSoTimeout(int timeout) throws SocketException {
        if (talking.isConnected()) {
            talking.setSoTimeout(timeout);
        }
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return talking.getSoTimeout();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        if (talking.isConnected()) {
            talking.setTcpNoDelay(on);
        }
    }

    @Override
    public boolean isInputShutdown() {
        return talking.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return talking.isOutputShutdown();
    }

    @Override
    public void shutdownInput() throws IOException {
        talking.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        talking.shutdownOutput();
    }
}
