package dev.waybill.faults;

import dev.waybill.faults.History.Receipt;
import dev.waybill.faults.History.Send;
import dev.waybill.faults.History.Settled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads a whole history and says which promises were broken in it.
final class Checker {
    private static final Comparator<Receipt> AS_THEY_CAME = Comparator.comparingLong(Receipt::at);

    private final Map<String, Send> sends;
    private final Map<String, List<Receipt>> byAgent;
    private final Map<String, List<Settled>> settled;
    private final List<String> broken = new ArrayList<>();

    /// A message and the number that it has in somebody's mailbox.
    private record Placed(Send send, long place) {}

    private Checker(History history) {
        this.sends = history.sends().stream().collect(Collectors.toMap(Send::text, send -> send));
        this.byAgent =
                history.receipts().stream()
                        .sorted(AS_THEY_CAME)
                        .collect(Collectors.groupingBy(Receipt::agent));
        this.settled = history.settled().stream().collect(Collectors.groupingBy(Settled::agent));
    }

    static List<String> check(History history) {
        Checker checker = new Checker(history);
        eachMissing(
                history,
                (send, agent) ->
                        checker.broken.add(
                                "lost: %s to %s was confirmed".formatted(send.text(), agent)));
        checker.byAgent.forEach(checker::agent);
        return checker.broken;
    }

    /// The confirmed ones that have not come to all yet whom they were sent to.
    static Set<String> missing(History history) {
        Set<String> missing = new HashSet<>();
        eachMissing(history, (send, _) -> missing.add(send.text()));
        return missing;
    }

    /// The acks that must be in the store for long, and are not.
    static List<String> unwritten(Map<String, Long> owed, Map<String, Long> written) {
        List<String> unwritten = new ArrayList<>();
        owed.forEach(
                (agent, seq) -> {
                    long known = written.getOrDefault(agent, 0L);
                    if (known < seq) {
                        unwritten.add(
                                "unwritten: %s has acknowledged %d, the store knows of %d"
                                        .formatted(agent, seq, known));
                    }
                });
        return unwritten;
    }

    private interface Missed {
        void by(Send send, String agent);
    }

    private static void eachMissing(History history, Missed missed) {
        Map<String, Set<String>> came = new HashMap<>();
        for (Receipt receipt : history.receipts()) {
            came.computeIfAbsent(receipt.agent(), _ -> new HashSet<>()).add(receipt.text());
        }
        for (Send send : history.sends()) {
            for (String agent : send.confirmed() ? send.to() : Set.<String>of()) {
                if (!came.getOrDefault(agent, Set.of()).contains(send.text())) {
                    missed.by(send, agent);
                }
            }
        }
    }

    private void agent(String agent, List<Receipt> receipts) {
        everythingWasSent(agent, receipts);
        nothingIsKeptTwice(agent, receipts);
        sessionsRise(agent, receipts);
        List<Placed> mailbox = mailbox(agent, receipts);
        confirmedFirstComesFirst(agent, mailbox);
        rowsKeepTheirOrder(agent, mailbox);
        nothingComesAfterItsAck(agent, receipts);
    }

    private void everythingWasSent(String agent, List<Receipt> receipts) {
        for (Receipt receipt : receipts) {
            Send send = sends.get(receipt.text());
            if (send == null || !send.to().contains(agent)) {
                broken.add("strange: %s came to %s".formatted(receipt.text(), agent));
            }
        }
    }

    private void nothingIsKeptTwice(String agent, List<Receipt> receipts) {
        Map<String, Long> places = new HashMap<>();
        Map<Long, String> texts = new HashMap<>();
        for (Receipt receipt : receipts) {
            Long place = places.putIfAbsent(receipt.text(), receipt.seq());
            String text = texts.putIfAbsent(receipt.seq(), receipt.text());
            if (place != null && place != receipt.seq()) {
                broken.add(
                        "twice: %s is %s's number %d and %d"
                                .formatted(receipt.text(), agent, place, receipt.seq()));
            }
            if (text != null && !text.equals(receipt.text())) {
                broken.add(
                        "changed: %s's number %d is %s and %s"
                                .formatted(agent, receipt.seq(), text, receipt.text()));
            }
        }
    }

    private void sessionsRise(String agent, List<Receipt> receipts) {
        Map<Long, Long> last = new HashMap<>();
        Set<Long> seen = new HashSet<>();
        for (Receipt receipt : receipts) {
            Long before = last.put(receipt.session(), receipt.seq());
            if (before != null && receipt.seq() <= before) {
                broken.add(
                        "order: %s got number %d after %d".formatted(agent, receipt.seq(), before));
            }
            seen.add(receipt.seq());
        }
        long most = seen.stream().mapToLong(Long::longValue).max().orElse(0);
        if (seen.size() != most) {
            broken.add(
                    "gap: %s got %d of the numbers up to %d".formatted(agent, seen.size(), most));
        }
    }

    /// What was sent to an agent and has come, in the order of its mailbox.
    private List<Placed> mailbox(String agent, List<Receipt> receipts) {
        Map<String, Long> places = new HashMap<>();
        receipts.forEach(receipt -> places.putIfAbsent(receipt.text(), receipt.seq()));
        return places.entrySet().stream()
                .filter(entry -> sends.containsKey(entry.getKey()))
                .map(
                        entry ->
                                new Placed(
                                        Objects.requireNonNull(sends.get(entry.getKey())),
                                        entry.getValue()))
                .filter(placed -> placed.send().to().contains(agent))
                .sorted(Comparator.comparingLong(Placed::place))
                .toList();
    }

    /// What was confirmed before another was begun has the lower number.
    private void confirmedFirstComesFirst(String agent, List<Placed> mailbox) {
        long latestBegun = 0;
        for (Placed placed : mailbox) {
            Send send = placed.send();
            if (send.confirmed() && send.confirmedAt() < latestBegun) {
                broken.add(
                        "overtaken: %s to %s was confirmed before something ahead of it was begun"
                                .formatted(send.text(), agent));
            }
            latestBegun = Math.max(latestBegun, send.begunAt());
        }
    }

    /// What was confirmed on the first try stands ahead of all that were begun after it in the same row.
    private void rowsKeepTheirOrder(String agent, List<Placed> mailbox) {
        mailbox.stream()
                .filter(placed -> placed.send().way().row() > 0)
                .collect(Collectors.groupingBy(placed -> placed.send().way().row()))
                .values()
                .forEach(row -> rowKeepsItsOrder(agent, row));
    }

    private void rowKeepsItsOrder(String agent, List<Placed> row) {
        List<Placed> asSent =
                row.stream()
                        .sorted(Comparator.comparingLong(placed -> placed.send().begunAt()))
                        .toList();
        long behind = 0;
        for (Placed next : asSent) {
            if (next.place() < behind) {
                broken.add(
                        "shuffled: %s to %s stands ahead of one that was sent before it in the same row"
                                .formatted(next.send().text(), agent));
            }
            if (next.send().confirmed() && !next.send().way().again()) {
                behind = Math.max(behind, next.place());
            }
        }
    }

    private void nothingComesAfterItsAck(String agent, List<Receipt> receipts) {
        Map<Long, Long> single = new HashMap<>();
        List<Settled> cumulative = new ArrayList<>();
        for (Settled one : settled.getOrDefault(agent, List.of())) {
            if (one.cumulative()) {
                cumulative.add(one);
            } else {
                single.merge(one.seq(), one.at(), Math::min);
            }
        }
        for (Receipt receipt : receipts) {
            if (single.getOrDefault(receipt.seq(), Long.MAX_VALUE) < receipt.session()
                    || cumulative.stream().anyMatch(one -> covers(one, receipt))) {
                broken.add(
                        "again: %s got number %d (%s) in a session after its ack was written"
                                .formatted(agent, receipt.seq(), receipt.text()));
            }
        }
    }

    private static boolean covers(Settled ack, Receipt receipt) {
        return receipt.seq() <= ack.seq() && ack.at() < receipt.session();
    }
}
