package dev.waybill.server.http;

import dev.waybill.server.config.TlsConfig;
import dev.waybill.server.tls.CertificateFiles;
import java.security.KeyStore;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// How bytes travel: in the clear, or under the certificate an operator gave.
sealed interface Transport extends AutoCloseable {
    static Transport of(TlsConfig config) {
        return config.certificate() == null || config.key() == null
                ? new Plain()
                : Secure.under(config);
    }

    ServerConnector connector(Connectors connectors);

    @Override
    void close();

    record Plain() implements Transport {
        @Override
        public ServerConnector connector(Connectors connectors) {
            return connectors.plain();
        }

        @Override
        public void close() {}
    }

    record Secure(SslContextFactory.Server context, CertificateFiles files) implements Transport {
        static Secure under(TlsConfig config) {
            SslContextFactory.Server context = new SslContextFactory.Server();
            context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            context.setKeyStorePassword("");
            return new Secure(
                    context, CertificateFiles.follow(config, store -> use(context, store)));
        }

        @Override
        public ServerConnector connector(Connectors connectors) {
            return connectors.secure(context);
        }

        @Override
        public void close() {
            files.close();
        }

        /// Connections that are open keep the certificate they began with.
        private static void use(SslContextFactory.Server context, KeyStore store) {
            if (!context.isRunning()) {
                context.setKeyStore(store);
                return;
            }
            try {
                context.reload(_ -> context.setKeyStore(store));
            } catch (Exception e) {
                throw new IllegalStateException("TLS refuses the certificate", e);
            }
        }
    }
}
