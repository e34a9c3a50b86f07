/// The operator's page: files that a browser runs, which use the public API like any other client.
///
/// Knows what the page is made of and what browsers are told about it; `http` serves it.
@NullMarked
package dev.waybill.server.ui;

import org.jspecify.annotations.NullMarked;
