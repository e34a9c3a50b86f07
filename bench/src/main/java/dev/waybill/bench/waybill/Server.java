package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Proc;
import java.net.InetSocketAddress;

/// A running server that the API and the node socket of Waybill are spoken with.
interface Server extends AutoCloseable {
    InetSocketAddress address();

    /// What agents, nodes and channels are made with.
    String workspaceKey();

    Proc process();

    /// Ends it, and removes what it has stored.
    @Override
    void close();
}
