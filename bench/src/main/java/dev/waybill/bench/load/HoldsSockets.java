package dev.waybill.bench.load;

import java.io.IOException;
import java.util.OptionalDouble;

/// A contender whose connections can be many and silent.
public interface HoldsSockets {
    /// Prepares for so many connections without opening one.
    Sockets hold(int count) throws IOException;

    /// The connections.
    interface Sockets {
        /// Opens all of them, and returns when the server has greeted each.
        void connect() throws Exception;

        int stillOpen();

        /// Kilobytes of live heap, where the server has one that can be told.
        OptionalDouble heapKilobytes() throws IOException;

        /// Starts the server again with all it knows, and returns when it listens.
        void restart() throws Exception;
    }
}
