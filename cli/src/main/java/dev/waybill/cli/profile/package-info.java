/// Whom a person is to the servers they use: profiles in a file of their own, and what overrides them.
///
/// Secrets enter through here and leave only as a [dev.waybill.cli.client.Credential]. Asks no server anything.
@NullMarked
package dev.waybill.cli.profile;

import org.jspecify.annotations.NullMarked;
