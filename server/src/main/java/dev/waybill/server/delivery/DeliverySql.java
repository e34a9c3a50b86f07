package dev.waybill.server.delivery;

/// What became of a delivery, as SQL over `delivery d` and its recipient `agent r`. The cursors of the recipient tell,
/// except where the row says otherwise.
public final class DeliverySql {
    /// True or false, never null.
    public static final String ACKED =
            "(coalesce(d.status, '') = 'acked' or (d.seq <= r.ack_seq and d.status is null))";

    /// One of the wire words of a status, or `replaced` where a later attempt stands for it.
    public static final String STATUS =
            """
            case
                when %s then 'acked'
                when d.status in ('deferred', 'held') then 'queued'
                when d.status is not null then d.status
                when d.seq <= r.transport_seq or d.arrived_at is not null then 'delivered'
                else 'queued'
            end\
            """
                    .formatted(ACKED);

    /// Whether its time is not over; takes the moment, and when what lives as long as usual was made at the earliest.
    static final String IN_TIME =
            "(d.expires_at > ? or (d.expires_at is null and d.created_at > ?))";

    private DeliverySql() {}
}
