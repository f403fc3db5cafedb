package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A change of one source file, in memory.
 *
 * @param className the file's class
 * @param before what stands there exactly once: the guard
 * @param after what a careless hand might have written
 */
record Patch(String className, String before, String after) {
    private static final List<Path> SOURCES = List.of(Path.of("src/main/java"), Path.of("../privacy/src/main/java"));

    /** A patch of an engine class, named from {@code io.tacit.engine} on. */
    static Patch engine(String name, String before, String after) {
        return new Patch("io.tacit.engine." + name, before, after);
    }

    /** A patch of a class of the library, named from {@code io.tacit.privacy} on. */
    static Patch privacy(String name, String before, String after) {
        return new Patch("io.tacit.privacy." + name, before, after);
    }

    /**
     * The text of the file without the guard. White space may differ, so that a formatter does not make the patch
     * unfit.
     *
     * @param text of the file, or of the file after earlier patches
     */
    String applied(String text) {
        String pattern = Arrays.stream(before.strip().split("\\s+", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining("\\s+"));
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("the guard is not there any more: " + before + " in " + className);
        }
        int start = matcher.start();
        int end = matcher.end();
        if (matcher.find()) {
            throw new IllegalStateException("the guard is there more than once: " + before + " in " + className);
        }
        return text.substring(0, start) + after + text.substring(end);
    }

    /** The text of the file. */
    String text() {
        for (Path sources : SOURCES) {
            Path file = sources.resolve(className.replace('.', '/') + ".java");
            if (Files.exists(file)) {
                try {
                    return Files.readString(file);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        }
        throw new IllegalStateException("there is no source of " + className);
    }
}
