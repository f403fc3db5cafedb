package io.tacit.cli.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The program that shows long answers page by page: $TACIT_PAGER, else $PAGER, else {@code less} where there is one. */
final class Pager {
    private final Optional<String> command;

    Pager(Optional<String> command) {
        this.command = command;
    }

    /** The pager of an environment; none where a variable is empty or no program is found. */
    static Pager of(Map<String, String> environment) {
        for (String name : new String[] {"TACIT_PAGER", "PAGER"}) {
            String said = environment.get(name);
            if (said != null) {
                return new Pager(Optional.of(said.strip()).filter(command -> !command.isEmpty()));
            }
        }
        boolean less = Arrays.stream(environment.getOrDefault("PATH", "").split(java.io.File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "less")));
        return new Pager(less ? Optional.of("less -S -F -X -K") : Optional.empty());
    }

    /**
     * Shows a text, and returns when the person has left the pager.
     *
     * @return false when there is no pager, or it did not start
     */
    boolean show(String text) {
        if (command.isEmpty()) {
            return false;
        }
        try {
            Process pager = new ProcessBuilder("sh", "-c", command.get())
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (OutputStream in = pager.getOutputStream()) {
                in.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException leftEarly) {
                return pager.waitFor() == 0;
            }
            return pager.waitFor() == 0;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
