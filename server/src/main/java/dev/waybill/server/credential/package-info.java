/// What providers are used with: the operator's own credentials, and those of workspaces, which are sealed in the store.
///
/// Values leave here only towards a provider. The key to the seal is never in the database.
@NullMarked
package dev.waybill.server.credential;

import org.jspecify.annotations.NullMarked;
