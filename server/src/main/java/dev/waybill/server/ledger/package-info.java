/// The record of what happened, one row per event, numbered per workspace.
///
/// Rows are appended in the transaction that changes the state they tell of; nobody changes them later.
@NullMarked
package dev.waybill.server.ledger;

import org.jspecify.annotations.NullMarked;
