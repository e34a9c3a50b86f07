package dev.waybill.server.mcp.tool;

import java.util.regex.Pattern;

/// Which of the names of a tool a host is shown. Every name can be called, shown or not.
public enum ToolNames {
    /// The name as it was registered, and an alias beside it where not every host can use that.
    BOTH,
    /// Only names that every host can use, for hosts that give up on a list with others in it, or that would make two
    /// equal names of a name and its alias.
    SAFE,
    /// Only names as they were registered.
    VERBATIM;

    /// What every host and model provider takes as the name of a tool.
    private static final Pattern EVERYWHERE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    static boolean isSafe(String name) {
        return EVERYWHERE.matcher(name).matches();
    }

    boolean shows(String name, boolean alias) {
        return switch (this) {
            case BOTH -> true;
            case SAFE -> isSafe(name);
            case VERBATIM -> !alias;
        };
    }
}
