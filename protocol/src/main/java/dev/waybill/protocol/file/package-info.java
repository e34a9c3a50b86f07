/// Files that agents upload: what is asked, and what is told of them.
@NullMarked
package dev.waybill.protocol.file;

import org.jspecify.annotations.NullMarked;
