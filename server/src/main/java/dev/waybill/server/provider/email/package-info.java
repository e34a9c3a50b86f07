/// E-mail that goes out, over SMTP, and what reading e-mail has in common with that: addresses, servers, and which mail
/// is never answered.
///
/// Knows nothing of sources; reading mailboxes is at the edge.
@NullMarked
package dev.waybill.server.provider.email;

import org.jspecify.annotations.NullMarked;
