package dev.waybill.server.ingress.mail;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A mail as it lies in a folder.
///
/// @param bytes all of it, or its beginning
/// @param cut whether it is longer
/// @param received when the server got it, which its sender has no say in
@SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
record Mail(long validity, long uid, byte[] bytes, boolean cut, @Nullable Instant received) {}
