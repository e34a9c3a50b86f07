package dev.waybill.server.http;

import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.socket.SocketUpgrades;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Serves the files of a site; everything else goes on to the next handler.
final class SitePages extends Handler.Wrapper {
    private static final String ALLOWED = "GET, HEAD";

    private final Site site;
    private final SocketUpgrades.Refuser refuser;

    SitePages(Handler next, Site site, SocketUpgrades.Refuser refuser) {
        super(next);
        this.site = site;
        this.refuser = refuser;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        Site.Page page = path == null ? null : site.at(path).orElse(null);
        if (page == null) {
            return super.handle(request, response, callback);
        }
        answer(page, request, response, callback);
        return true;
    }

    private void answer(Site.Page page, Request request, Response response, Callback callback) {
        String method = request.getMethod();
        if (HttpMethod.OPTIONS.is(method)) {
            Reply.empty(204, Map.of(HttpHeader.ALLOW.asString(), ALLOWED))
                    .send(request, response, callback);
        } else if (!HttpMethod.GET.is(method) && !HttpMethod.HEAD.is(method)) {
            refuser.refuse(Problem.methodNotAllowed(ALLOWED), request, response, callback);
        } else {
            reply(page, request).send(request, response, callback);
        }
    }

    private static Reply reply(Site.Page page, Request request) {
        Map<String, String> headers = new HashMap<>(page.headers());
        headers.put(HttpHeader.ETAG.asString(), page.tag());
        return known(page, request)
                ? Reply.empty(304, headers)
                : Reply.of(200, page.contentType(), headers, page.bytes());
    }

    private static boolean known(Site.Page page, Request request) {
        List<String> tags = request.getHeaders().getCSV(HttpHeader.IF_NONE_MATCH, true);
        return tags.contains(page.tag()) || tags.contains("W/" + page.tag());
    }
}
