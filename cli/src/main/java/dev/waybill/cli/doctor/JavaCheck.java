package dev.waybill.cli.doctor;

/// Whether the JVM is recent enough.
record JavaCheck(int feature) implements Check {
    private static final int NEEDED = 25;

    @Override
    public Finding look() {
        return feature >= NEEDED
                ? Finding.ok("java", "Java " + feature)
                : Finding.fail(
                        "java",
                        "Java " + feature,
                        "install JDK " + NEEDED + " or later and point JAVA_HOME at it");
    }
}
