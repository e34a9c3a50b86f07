package dev.waybill.sdk.schema;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// How many characters a text may have, or how many entries a list or a map.
///
/// ```java
/// record Vote(@Size(min = 1, max = 500) String reason) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Size {
    int min() default 0;

    int max() default Integer.MAX_VALUE;
}
