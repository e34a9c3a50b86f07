/// Which events a subscription wants: shortcuts and expressions, without reflection and without unbounded work.
@NullMarked
package dev.waybill.server.source.filter;

import org.jspecify.annotations.NullMarked;
