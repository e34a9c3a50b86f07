/// The only place that turns records into JSON and back.
///
/// Names become snake_case, a component that is not `@Nullable` is required, unknown fields are ignored, and every
/// document is bounded in size, depth and number length. [WireShapes] lists what departs from the defaults.
@NullMarked
package dev.waybill.protocol.json;

import org.jspecify.annotations.NullMarked;
