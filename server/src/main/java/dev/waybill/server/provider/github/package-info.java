/// GitHub, on github.com or an Enterprise server: comments, reviews, merges, states and reactions.
///
/// Knows GitHub's REST API and how it says no. Does no input or output but through the [dev.waybill.server.provider.Wire] of a
/// job, and keeps nothing but the tokens of installations and the names that credentials go by.
@NullMarked
package dev.waybill.server.provider.github;

import org.jspecify.annotations.NullMarked;
