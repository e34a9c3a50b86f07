/// Rules: who is told when which events happen.
@NullMarked
package dev.waybill.protocol.rule;

import org.jspecify.annotations.NullMarked;
