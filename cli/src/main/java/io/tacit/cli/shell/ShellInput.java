package io.tacit.cli.shell;

import java.util.Optional;

/** Where statements come from: a person at a terminal, or a file or pipe. */
interface ShellInput {
    /**
     * The next statement or command.
     *
     * @param prompt what a person is shown before it
     * @return without its semicolon, perhaps empty; nothing at the end of the input
     */
    Optional<String> next(String prompt);

    /** Whether a person is there who can be asked. */
    boolean isInteractive();

    /** A person's answer to a question, yes where they only press Enter. Without a person: yes. */
    boolean agrees(String question);
}
