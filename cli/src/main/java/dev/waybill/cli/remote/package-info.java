/// What commands that ask a server have in common: the words they take, on whose behalf they ask, and where the answer goes.
///
/// Knows requests and answers, not what they are about.
@NullMarked
package dev.waybill.cli.remote;

import org.jspecify.annotations.NullMarked;
