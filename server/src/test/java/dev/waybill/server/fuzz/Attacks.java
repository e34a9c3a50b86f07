package dev.waybill.server.fuzz;

import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes up hostile requests to routes of a world, the same ones for the same seed.
final class Attacks {
    /// Every other caller whom a route admits gets one in so many of the attacks.
    private static final int SHARE = 4;

    private final World world;
    private final Samples samples;
    private final Random random;
    private final Map<String, String> strangers;

    Attacks(World world, Samples samples, Random random, Map<String, String> strangers) {
        this.world = world;
        this.samples = samples;
        this.random = random;
        this.strangers = new LinkedHashMap<>(Hostile.TOKENS);
        this.strangers.putAll(strangers);
    }

    List<Attack> on(Operation route) {
        List<Attack> attacks = new ArrayList<>(strangers(route));
        List<Credential> admitted =
                Stream.of(Credential.values())
                        .filter(kind -> kind.opens(route) && !endsTheWorld(route, kind))
                        .toList();
        int share = 1;
        for (Credential kind : admitted) {
            List<Attack> more = by(route, kind.of(world));
            Collections.shuffle(more, random);
            attacks.addAll(more.subList(0, more.size() / share));
            share = SHARE;
        }
        return attacks;
    }

    /// Several wrong things at once.
    Attack mixed(List<Operation> routes) {
        Operation route = pick(routes);
        Credential picked = pick(List.of(Credential.values()));
        Credential kind = endsTheWorld(route, picked) ? Credential.AGENT : picked;
        Map<String, String> fields = samples.all(route);
        fields.replaceAll((_, good) -> random.nextBoolean() ? good : pick(Hostile.VALUES));
        String path =
                route.filled(
                        collection ->
                                random.nextInt(3) == 0
                                        ? pick(Hostile.WORDS)
                                        : members(route).apply(collection));
        return Attack.of(
                        route.method(), path + query(route), kind.of(world), Samples.object(fields))
                .because("mixed");
    }

    /// Where the request goes when nothing is wrong with its path; what is deleted or replaced is not there.
    UnaryOperator<String> members(Operation route) {
        boolean destroys = route.method().equals("DELETE") || route.path().contains("/rotate");
        return destroys ? _ -> "gone" : world::member;
    }

    private static boolean endsTheWorld(Operation route, Credential kind) {
        return route.method().equals("DELETE")
                && route.path().equals("/v1/workspace")
                && kind == Credential.OWNER;
    }

    private List<Attack> strangers(Operation route) {
        List<Attack> attacks = new ArrayList<>();
        Map<String, String> tokens = new LinkedHashMap<>(strangers);
        for (Credential kind : Credential.values()) {
            if (!kind.opens(route)) {
                tokens.put("one of another kind, " + kind, kind.of(world));
            }
        }
        tokens.forEach((who, token) -> attacks.add(plain(route, token).because("as " + who)));
        attacks.add(plain(route, null).because("as nobody"));
        attacks.add(
                plain(route, null)
                        .with("Authorization", "Basic " + world.agent())
                        .because("not a bearer"));
        return attacks;
    }

    private Attack plain(Operation route, @Nullable String token) {
        return Attack.of(
                route.method(),
                route.filled(members(route)),
                token,
                route.takesBody() ? Samples.object(samples.required(route)) : null);
    }

    private List<Attack> by(Operation route, String token) {
        Attack plain = plain(route, token);
        List<Attack> attacks = new ArrayList<>();
        attacks.add(plain);
        Hostile.BODIES.forEach((why, body) -> attacks.add(body(plain, body, why)));
        attacks.add(new Attack(plain.method(), plain.path(), token, null, Map.of(), "no body"));
        Hostile.CONTENT_TYPES.forEach(
                type -> attacks.add(withBody(plain).with("Content-Type", type).because(type)));
        attacks.add(withBody(plain).with("Content-Encoding", "gzip").because("gzip"));
        attacks.addAll(paths(route, plain));
        attacks.addAll(queries(route, plain));
        attacks.addAll(fields(route, plain));
        return attacks;
    }

    private static Attack withBody(Attack plain) {
        return plain.body() == null ? body(plain, "{}", "") : plain;
    }

    private static Attack body(Attack plain, String body, String why) {
        return new Attack(
                plain.method(), plain.path(), plain.token(), body, Attack.JSON, "body " + why);
    }

    private List<Attack> paths(Operation route, Attack plain) {
        List<Attack> attacks = new ArrayList<>();
        for (String place : route.collections()) {
            for (String word : Hostile.WORDS) {
                String path =
                        route.filled(
                                collection ->
                                        collection.equals(place)
                                                ? word
                                                : members(route).apply(collection));
                attacks.add(at(plain, path, "path"));
            }
        }
        return attacks;
    }

    private static List<Attack> queries(Operation route, Attack plain) {
        List<Attack> attacks = new ArrayList<>();
        attacks.add(at(plain, plain.path() + "?%ff=%FF", "query"));
        for (String name : route.query()) {
            attacks.add(at(plain, plain.path() + "?" + name, "query"));
            attacks.add(at(plain, plain.path() + "?" + name + "=1&" + name + "=2", "query"));
            for (String word : Hostile.WORDS) {
                attacks.add(at(plain, plain.path() + "?" + name + "=" + word, "query"));
            }
        }
        return attacks;
    }

    private List<Attack> fields(Operation route, Attack plain) {
        List<Attack> attacks = new ArrayList<>();
        Map<String, String> required = samples.required(route);
        for (Map.Entry<String, String> field : samples.all(route).entrySet()) {
            String name = field.getKey();
            Map<String, String> others = new LinkedHashMap<>(required);
            others.remove(name);
            attacks.add(json(plain, Samples.object(others), "without " + name));
            String twice = "{\"%1$s\":%2$s,\"%1$s\":%2$s}".formatted(name, field.getValue());
            attacks.add(json(plain, twice, "twice " + name));
            for (String value : Hostile.VALUES) {
                attacks.add(json(plain, Samples.object(required, name, value), "field " + name));
            }
        }
        return attacks;
    }

    private static Attack json(Attack plain, String body, String why) {
        return Attack.of(plain.method(), plain.path(), plain.token(), body).because(why);
    }

    private static Attack at(Attack plain, String path, String why) {
        return new Attack(plain.method(), path, plain.token(), plain.body(), plain.headers(), why);
    }

    private String query(Operation route) {
        StringBuilder query = new StringBuilder("?x=1");
        for (String name : route.query()) {
            query.append('&').append(name).append('=').append(pick(Hostile.WORDS));
        }
        return query.toString();
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
