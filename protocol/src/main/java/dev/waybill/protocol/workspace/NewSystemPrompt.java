package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;

/// Sets the system prompt, or goes back to the default.
public record NewSystemPrompt(@Nullable String prompt, @Nullable Boolean reset) {
    public NewSystemPrompt {
        Limits.check("the prompt's characters", prompt);
    }

    /// The prompt that is wanted; null asks for the default.
    public @Nullable String wanted() {
        return Boolean.TRUE.equals(reset) ? null : prompt;
    }
}
