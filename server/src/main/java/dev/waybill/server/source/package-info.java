/// What happens elsewhere: where events come from, who wants which of them, and the items agents find of them.
@NullMarked
package dev.waybill.server.source;

import org.jspecify.annotations.NullMarked;
