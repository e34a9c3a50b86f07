@NullMarked
package dev.waybill.server.policy;

import org.jspecify.annotations.NullMarked;
