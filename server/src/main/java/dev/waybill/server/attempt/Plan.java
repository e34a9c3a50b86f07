package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.CallTerms;
import dev.waybill.server.provider.Credential;
import tools.jackson.databind.node.ObjectNode;

/// An operation that may be done as it was asked for: everything about it was looked up and held against its schema.
///
/// @param actor who asks, for whom keys are unique
/// @param asker the agent it is for, or the owner
record Plan(
        String actor,
        Asker asker,
        Place place,
        Spot spot,
        String kind,
        boolean canonical,
        ObjectNode payload,
        ObjectNode input,
        CallTerms terms,
        String hash,
        Credential credential,
        Permits.Verdict verdict) {
    boolean needsApproval() {
        return verdict instanceof Permits.Verdict.Approve;
    }

    /// The operator's credentials are the same for all workspaces.
    String lane() {
        String own = place.handle().provider() + "/" + credential.name();
        return credential.trusted() ? own : asker.workspace().text() + "/" + own;
    }
}
