package dev.waybill.protocol.network.api;

/// How often the network decided each way.
public record DecisionCounts(long sent, long received, long rejected, long delivered) {
    public static final DecisionCounts NONE = new DecisionCounts(0, 0, 0, 0);
}
