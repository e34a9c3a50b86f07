@NullMarked
package dev.waybill.server.provider.feishu;

import org.jspecify.annotations.NullMarked;
