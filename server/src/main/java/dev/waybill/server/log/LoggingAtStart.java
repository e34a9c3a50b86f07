package dev.waybill.server.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.waybill.server.config.LogConfig;

/// Found by logback itself: what is logged before the configuration is read already looks as it should.
public final class LoggingAtStart extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logging.configure(context, LogConfig.DEFAULTS);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
