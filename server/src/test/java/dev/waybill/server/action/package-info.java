@NullMarked
package dev.waybill.server.action;

import org.jspecify.annotations.NullMarked;
