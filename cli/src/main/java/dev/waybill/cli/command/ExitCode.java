package dev.waybill.cli.command;

/// What the command tells the shell.
public enum ExitCode {
    OK(0, "All went well."),
    FAILURE(1, "The command failed; standard error says why."),
    USAGE(2, "The command line was not understood."),
    CONFIGURATION(3, "The configuration has mistakes; all of them are listed."),
    UNREACHABLE(4, "No server answered."),
    NOT_AUTHORISED(5, "The server answered, but not to this caller."),
    DATA_IN_USE(6, "Another server uses the data folder."),
    PORT_IN_USE(7, "Another process listens on the port.");

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
