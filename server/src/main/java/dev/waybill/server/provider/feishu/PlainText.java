package dev.waybill.server.provider.feishu;

import java.util.regex.Pattern;

/// Keeps text what it is. Feishu reads tags in texts, `<at user_id="all">` among them, which calls everybody; and it has no
/// escape for them. A zero width space after the bracket leaves them to be read by people only.
final class PlainText {
    private static final Pattern TAG =
            Pattern.compile(
                    "<(?=/?(?:at|a|b|i|u|s|p|em|strong|del|font|link|person|img|hr|br|code|text_tag|number_tag)\\b)",
                    Pattern.CASE_INSENSITIVE);
    private static final String BROKEN = "<\u200B";

    private PlainText() {}

    static String of(String text) {
        return TAG.matcher(text).replaceAll(BROKEN);
    }
}
