/// The server's certificate and private key: read from PEM files, and read again when the files change.
///
/// Knows the JDK's key and certificate types only; whoever uses it decides where the key store goes.
@NullMarked
package dev.waybill.server.http.tls;

import org.jspecify.annotations.NullMarked;
