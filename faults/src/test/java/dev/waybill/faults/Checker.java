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
import java.util.Set;
import java.util.stream.Collectors;

/// Reads a whole history and says which promises were broken in it.
final class Checker {
    private final Map<String, Send> sends;
    private final Map<String, List<Receipt>> byAgent;
    private final Map<String, List<Settled>> settled;
    private final List<String> broken = new ArrayList<>();

    private Checker(History history) {
        this.sends = history.sends().stream().collect(Collectors.toMap(Send::text, send -> send));
        this.byAgent =
                history.receipts().stream()
                        .sorted(Comparator.comparingLong(Receipt::at))
                        .collect(Collectors.groupingBy(Receipt::agent));
        this.settled = history.settled().stream().collect(Collectors.groupingBy(Settled::agent));
    }

    static List<String> check(History history) {
        Checker checker = new Checker(history);
        checker.nothingIsLost();
        checker.byAgent.forEach(checker::agent);
        return checker.broken;
    }

    /// The confirmed ones that have not come yet.
    static Set<String> missing(History history) {
        Set<String> came =
                history.receipts().stream().map(Receipt::text).collect(Collectors.toSet());
        return history.sends().stream()
                .filter(send -> send.confirmedAt() > 0 && !came.contains(send.text()))
                .map(Send::text)
                .collect(Collectors.toSet());
    }

    private void agent(String agent, List<Receipt> receipts) {
        everythingWasSent(agent, receipts);
        nothingIsKeptTwice(agent, receipts);
        sessionsRise(agent, receipts);
        confirmedFirstComesFirst(agent, receipts);
        nothingComesAfterItsAck(agent, receipts);
    }

    private void nothingIsLost() {
        Map<String, Set<String>> came = new HashMap<>();
        byAgent.forEach(
                (agent, receipts) ->
                        came.put(
                                agent,
                                receipts.stream().map(Receipt::text).collect(Collectors.toSet())));
        for (Send send : sends.values()) {
            if (send.confirmedAt() > 0
                    && !came.getOrDefault(send.to(), Set.of()).contains(send.text())) {
                broken.add("lost: %s to %s was confirmed".formatted(send.text(), send.to()));
            }
        }
    }

    private void everythingWasSent(String agent, List<Receipt> receipts) {
        for (Receipt receipt : receipts) {
            Send send = sends.get(receipt.text());
            if (send == null || !send.to().equals(agent)) {
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

    /// What was confirmed before another was begun has the lower number.
    private void confirmedFirstComesFirst(String agent, List<Receipt> receipts) {
        Map<String, Long> places = new HashMap<>();
        receipts.forEach(receipt -> places.putIfAbsent(receipt.text(), receipt.seq()));
        List<Send> ordered =
                sends.values().stream()
                        .filter(send -> send.to().equals(agent) && places.containsKey(send.text()))
                        .sorted(
                                Comparator.comparingLong(
                                        send -> places.getOrDefault(send.text(), 0L)))
                        .toList();
        long latestBegun = 0;
        for (Send send : ordered) {
            if (send.confirmedAt() > 0 && send.confirmedAt() < latestBegun) {
                broken.add(
                        "overtaken: %s to %s was confirmed before something ahead of it was begun"
                                .formatted(send.text(), agent));
            }
            latestBegun = Math.max(latestBegun, send.begunAt());
        }
    }

    private void nothingComesAfterItsAck(String agent, List<Receipt> receipts) {
        List<Settled> known = settled.getOrDefault(agent, List.of());
        for (Receipt receipt : receipts) {
            for (Settled one : known) {
                boolean covers =
                        one.cumulative() ? receipt.seq() <= one.seq() : receipt.seq() == one.seq();
                if (covers && one.at() < receipt.session()) {
                    broken.add(
                            "again: %s got number %d (%s) in a session after its ack was written"
                                    .formatted(agent, receipt.seq(), receipt.text()));
                    break;
                }
            }
        }
    }
}
