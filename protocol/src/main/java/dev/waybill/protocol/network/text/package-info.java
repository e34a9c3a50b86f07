/// Text of peers: how it is decoded, trimmed, and shown without doing harm.
@NullMarked
package dev.waybill.protocol.network.text;

import org.jspecify.annotations.NullMarked;
