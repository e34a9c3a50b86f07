/// Identifiers as types: snowflake numbers that travel as decimal strings, and prefixed ids.
///
/// Knows the formats of `relay-wire` §1.2. Knows nothing of where ids are stored.
@NullMarked
package dev.waybill.protocol.id;

import org.jspecify.annotations.NullMarked;
