package dev.waybill.protocol.network;

/// Which words a peer uses; it is answered in its own.
public enum Wording {
    /// `work_id`, and a surface with its container.
    CURRENT,
    /// `interaction_id` between two peers, without a surface.
    OLDER
}
