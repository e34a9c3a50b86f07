@NullMarked
package dev.waybill.server.provider.github;

import org.jspecify.annotations.NullMarked;
