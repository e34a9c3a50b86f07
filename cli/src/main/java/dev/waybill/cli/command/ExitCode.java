package dev.waybill.cli.command;

import java.util.List;

/// What the command tells the shell.
public enum ExitCode {
    OK(0, "All went well."),
    FAILURE(1, "The command failed; standard error says why."),
    USAGE(2, "The command line was not understood."),
    CONFIGURATION(3, "The configuration has mistakes; all of them are listed."),
    UNREACHABLE(4, "No server answered."),
    NOT_AUTHORISED(5, "The server answered, but not to this caller."),
    DATA_IN_USE(6, "Another server uses the data folder."),
    PORT_IN_USE(7, "Another process listens on the port."),
    DELIVER_MISUSED(1, "With waybill deliver: the command line was not understood."),
    DELIVER_REJECTED(2, "With waybill deliver: the server refused the request."),
    DELIVER_FAILED(3, "With waybill deliver: the provider, or the way to it, failed."),
    DELIVER_UNKNOWN(4, "With waybill deliver: nobody knows what the provider did."),
    DELIVER_UNREACHABLE(5, "With waybill deliver: no server answered.");

    /// Those of most commands.
    public static final List<ExitCode> USUAL =
            List.of(
                    OK,
                    FAILURE,
                    USAGE,
                    CONFIGURATION,
                    UNREACHABLE,
                    NOT_AUTHORISED,
                    DATA_IN_USE,
                    PORT_IN_USE);

    /// Those of `waybill deliver`, which scripts know from elsewhere (`provider-delivery` §3.9).
    public static final List<ExitCode> OF_DELIVER =
            List.of(
                    OK,
                    DELIVER_MISUSED,
                    DELIVER_REJECTED,
                    DELIVER_FAILED,
                    DELIVER_UNKNOWN,
                    DELIVER_UNREACHABLE);

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
