package dev.waybill.server.mcp.tool;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;

/// Reactions by the short names that models know; anything else is taken as it is.
final class Emoji {
    static final Parameter PARAMETER =
            Parameter.text("emoji", "The emoji, or a common short name such as :eyes: or :+1:.")
                    .must();

    private static final Map<String, String> SHORT_NAMES =
            Map.ofEntries(
                    entry("+1", "👍"),
                    entry("thumbsup", "👍"),
                    entry("-1", "👎"),
                    entry("thumbsdown", "👎"),
                    entry("eyes", "👀"),
                    entry("heart", "❤️"),
                    entry("tada", "🎉"),
                    entry("rocket", "🚀"),
                    entry("fire", "🔥"),
                    entry("100", "💯"),
                    entry("white_check_mark", "✅"),
                    entry("check", "✅"),
                    entry("heavy_check_mark", "✔️"),
                    entry("x", "❌"),
                    entry("warning", "⚠️"),
                    entry("question", "❓"),
                    entry("exclamation", "❗"),
                    entry("bug", "🐛"),
                    entry("wave", "👋"),
                    entry("clap", "👏"),
                    entry("pray", "🙏"),
                    entry("muscle", "💪"),
                    entry("raised_hands", "🙌"),
                    entry("thinking", "🤔"),
                    entry("thinking_face", "🤔"),
                    entry("smile", "😄"),
                    entry("joy", "😂"),
                    entry("cry", "😢"),
                    entry("star", "⭐"),
                    entry("bulb", "💡"),
                    entry("memo", "📝"),
                    entry("hourglass", "⌛"),
                    entry("hourglass_flowing_sand", "⏳"),
                    entry("robot", "🤖"),
                    entry("robot_face", "🤖"),
                    entry("lock", "🔒"),
                    entry("mag", "🔍"),
                    entry("construction", "🚧"),
                    entry("zap", "⚡"),
                    entry("ok_hand", "👌"));

    private Emoji() {}

    static String of(Arguments given) {
        String text = given.text("emoji");
        String name =
                text.length() > 2 && text.startsWith(":") && text.endsWith(":")
                        ? text.substring(1, text.length() - 1).toLowerCase(Locale.ROOT)
                        : text;
        return SHORT_NAMES.getOrDefault(name, text);
    }
}
