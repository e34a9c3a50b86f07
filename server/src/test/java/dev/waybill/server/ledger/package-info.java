@NullMarked
package dev.waybill.server.ledger;

import org.jspecify.annotations.NullMarked;
