@NullMarked
package dev.waybill.server.source.filter;

import org.jspecify.annotations.NullMarked;
