@NullMarked
package dev.waybill.server.ui;

import org.jspecify.annotations.NullMarked;
