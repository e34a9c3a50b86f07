/// E-mail that comes in: mailboxes are read over IMAP, and each mail becomes an event of its source.
///
/// Mail is written by anybody: it is read as far as it can be, bounded in every way, and never stops those behind it.
@NullMarked
package dev.waybill.server.ingress.mail;

import org.jspecify.annotations.NullMarked;
