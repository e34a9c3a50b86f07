package dev.waybill.server.http.route;

/// One line of the [RouteTable].
public record Route(
        Method method, PathTemplate path, Access access, Contract contract, Endpoint endpoint) {
    public static RouteDraft get(String path, Access access) {
        return new RouteDraft(Method.GET, path, access);
    }

    public static RouteDraft post(String path, Access access) {
        return new RouteDraft(Method.POST, path, access);
    }

    public static RouteDraft put(String path, Access access) {
        return new RouteDraft(Method.PUT, path, access);
    }

    public static RouteDraft patch(String path, Access access) {
        return new RouteDraft(Method.PATCH, path, access);
    }

    public static RouteDraft delete(String path, Access access) {
        return new RouteDraft(Method.DELETE, path, access);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
