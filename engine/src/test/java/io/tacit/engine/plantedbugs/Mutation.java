package io.tacit.engine.plantedbugs;

/**
 * A mechanical change of one place of a source file.
 *
 * @param className the file's class
 * @param line where it is, from 1
 * @param kind what was done, such as "negated condition"
 * @param start where the text begins that is replaced
 * @param end where it ends
 * @param before what stands there
 * @param after what takes its place
 */
record Mutation(String className, long line, String kind, int start, int end, String before, String after) {
    /** The text of the file with the change. */
    String applied(String text) {
        return text.substring(0, start) + after + text.substring(end);
    }

    /** As a row of a table: where, what, before and after, each on one line. */
    String row() {
        String type = className.substring(className.lastIndexOf('.') + 1);
        return "`" + type + "` line " + line + ", " + kind + ": `" + line(before) + "` → `" + line(after) + "`";
    }

    private static String line(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= 90 ? line : line.substring(0, 87) + "...";
    }
}
