package canary;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

@NullMarked
class NullCanary {
    static int length(@Nullable String text) {
        return text.length();
    }
}
