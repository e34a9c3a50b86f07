package dev.waybill.server.provider.slack;

import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;

/// What the errors in answers mean; most come with status 200.
final class Errors {
    static final String REQUEST_ID = "x-slack-req-id";

    private Errors() {}

    static Outcome failure(Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        String error = answered.text("error");
        if (error.isEmpty()) {
            return answered.failure("", evidence);
        }
        return switch (error) {
            // Slack says that part of it may have been done
            case "fatal_error", "internal_error", "request_timeout" ->
                    new Outcome.Unclear("answered " + error, evidence);
            default -> answered.refused(fault(error, answered), error, evidence);
        };
    }

    private static ProviderFault fault(String error, Answered answered) {
        return switch (error) {
            case "invalid_auth",
                    "not_authed",
                    "account_inactive",
                    "token_revoked",
                    "token_expired",
                    "missing_scope",
                    "no_permission",
                    "not_allowed_token_type",
                    "access_denied",
                    "ekm_access_denied",
                    "enterprise_is_restricted",
                    "org_login_required",
                    "team_access_not_granted",
                    "two_factor_setup_required" ->
                    ProviderFault.AUTH;
            case "channel_not_found", "message_not_found", "thread_not_found", "no_service" ->
                    ProviderFault.NOT_FOUND;
            case "ratelimited", "rate_limited", "message_limit_exceeded" ->
                    ProviderFault.RATE_LIMITED;
            case "service_unavailable", "team_added_to_org" -> ProviderFault.UNAVAILABLE;
            default -> answered.successful() ? ProviderFault.REJECTED : answered.fault();
        };
    }
}
