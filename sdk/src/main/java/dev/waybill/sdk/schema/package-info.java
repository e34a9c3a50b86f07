/// Records as JSON, and the JSON Schema of it: what actions take and give.
///
/// [dev.waybill.sdk.schema.Schemas] describes a record, [dev.waybill.sdk.schema.Records] reads and writes it, and both
/// agree. Names are written as they stand in Java. Knows nothing of relays.
@NullMarked
package dev.waybill.sdk.schema;

import org.jspecify.annotations.NullMarked;
