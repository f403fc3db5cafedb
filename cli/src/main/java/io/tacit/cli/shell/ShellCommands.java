package io.tacit.cli.shell;

import io.tacit.cli.text.AnswerFormat;
import io.tacit.cli.text.ExplanationText;
import io.tacit.cli.text.HarmlessText;
import io.tacit.cli.text.Numbers;
import io.tacit.cli.text.OutputFile;
import io.tacit.cli.text.RefusalText;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.Explanation;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries out the commands of the shell, which begin with a backslash. */
final class ShellCommands {
    /** How many files may include each other. */
    private static final int DEEPEST = 10;

    private final Shell shell;
    private final ShellSession subject;
    private final ShellOutput out;
    private final ShellSettings settings;
    private final AskedQuestions asked;
    private @Nullable Path output;
    private final StringBuilder written = new StringBuilder();
    private int depth;

    ShellCommands(Shell shell, ShellSession subject, ShellOutput out, ShellSettings settings, AskedQuestions asked) {
        this.shell = shell;
        this.subject = subject;
        this.out = out;
        this.settings = settings;
        this.asked = asked;
    }

    /**
     * Carries out a command.
     *
     * @return false when the shell should end
     */
    boolean run(String line, ShellInput input) {
        String[] words = line.replaceAll(";\\s*$", "").split("\\s+", 2);
        String argument = words.length == 2 ? words[1].strip() : "";
        Optional<ShellCommandName> name = ShellCommandName.of(words[0]);
        if (name.isEmpty()) {
            say("There is no command " + words[0] + ". \\? lists them.");
            return true;
        }
        try {
            return carryOut(name.get(), argument, input);
        } catch (Refusal refusal) {
            RefusalText.print(out.writer(), refusal, argument);
            return true;
        }
    }

    private boolean carryOut(ShellCommandName name, String argument, ShellInput input) {
        switch (name) {
            case HELP -> out.show(ShellCommandName.help());
            case TABLES -> shell.ask("SHOW TABLES", input);
            case DESCRIBE -> shell.ask(argument.isEmpty() ? "SHOW TABLES" : "DESCRIBE " + argument, input);
            case BUDGET -> budget();
            case EXPLAIN -> explain(argument);
            case HISTORY -> history(argument);
            case CONFIRM -> toggle(argument, "Asking first", settings.confirm(), settings::confirm);
            case FORMAT -> format(argument);
            case EXPANDED -> toggle(argument, "One line for each value", settings.expanded(), settings::expanded);
            case CHART -> toggle(argument, "Drawing", settings.chart(), settings::chart);
            case TIMING -> toggle(argument, "Timing", settings.timing(), settings::timing);
            case OUTPUT -> output(argument);
            case INCLUDE -> include(argument, input);
            case QUIT -> {
                return false;
            }
        }
        return true;
    }

    private void budget() {
        // A query that reads nothing: how the accounts stand is part of every explanation.
        List<AccountReport> accounts = shell.explain("SELECT 1").accounts();
        Charge spent = subject.spent();
        say("This session spent (ε " + amount(spent.epsilon()) + ", δ " + amount(spent.delta()) + ").");
        for (AccountReport account : accounts) {
            say(account.account() + ": " + account.left() + " left of " + account.limit()
                    + (account.window().isEmpty() ? "" : " for " + account.window()) + ".");
        }
    }

    private static String amount(Rational spent) {
        return Numbers.spent(spent);
    }

    private void explain(String argument) {
        String sql = argument.isEmpty() ? asked.last().orElse("") : argument;
        if (sql.isEmpty()) {
            say("Nothing was asked yet. Write \\explain SELECT ….");
            return;
        }
        Explanation explanation = shell.explain(sql);
        out.show(ExplanationText.of(explanation, false, false));
    }

    private void history(String argument) {
        if (argument.isEmpty()) {
            out.show(asked.list());
            return;
        }
        Optional<AskedQuestions.Asked> again = asked.question(argument);
        if (again.isPresent()) {
            out.show(shell.text(again.get().answer(), again.get().sql()));
        } else {
            say("There is no question " + argument + " in this session. \\history lists them.");
        }
    }

    private void format(String argument) {
        Optional<AnswerFormat> format = Arrays.stream(AnswerFormat.values())
                .filter(each -> each.name().equalsIgnoreCase(argument))
                .findFirst();
        format.ifPresent(settings::format);
        say(
                format.isEmpty() && !argument.isEmpty()
                        ? "There is no format " + argument + ". The formats are: " + AnswerFormat.names() + "."
                        : "Answers are written as " + settings.format().name().toLowerCase(Locale.ROOT) + ".");
    }

    private void toggle(String argument, String what, boolean now, Consumer<Boolean> set) {
        boolean on = argument.isEmpty() ? !now : argument.equalsIgnoreCase("on");
        if (!argument.isEmpty() && !on && !argument.equalsIgnoreCase("off")) {
            say("Write on or off.");
            return;
        }
        set.accept(on);
        say(what + " is " + (on ? "on." : "off."));
    }

    private void output(String argument) {
        if (argument.isEmpty()) {
            output = null;
            say("Answers go to the terminal.");
            return;
        }
        path(argument).ifPresent(file -> {
            OutputFile.check(file, subject.inputs());
            output = file;
            written.setLength(0);
            say("Answers go to " + file + ". \\o brings them back.");
        });
    }

    /**
     * Writes an answer to the file that the person named: all answers since then, whole or not at all.
     *
     * @return false when there is no such file
     */
    boolean toFile(String text, String summary) {
        Path file = output;
        if (file == null) {
            return false;
        }
        OutputFile.write(file, written.append(text).toString());
        out.writer().print(summary);
        return true;
    }

    private void include(String argument, ShellInput input) {
        Optional<Path> file = argument.isEmpty() ? Optional.empty() : path(argument);
        if (file.isEmpty()) {
            say("Name a file, as in \\i questions.sql.");
            return;
        }
        if (depth == DEEPEST) {
            say("Files include each other more than " + DEEPEST + " deep; " + argument + " is left out.");
            return;
        }
        String text;
        try {
            text = Files.readString(file.get(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            say("The file " + argument + " cannot be read. Check its name and that it is UTF-8 text.");
            return;
        }
        depth++;
        shell.run(new IncludedFile(new ReaderInput(new StringReader(text)), input));
        depth--;
    }

    private Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text.replaceAll("^(['\"])(.*)\\1$", "$2")));
        } catch (InvalidPathException unusable) {
            say(text + " is no name of a file.");
            return Optional.empty();
        }
    }

    private void say(String line) {
        out.writer().println(HarmlessText.lines(line));
    }

    /** Statements from a file; a person who is there is still asked. */
    private record IncludedFile(ShellInput file, ShellInput person) implements ShellInput {
        @Override
        public Optional<String> next(String prompt) {
            return file.next(prompt);
        }

        @Override
        public boolean isInteractive() {
            return person.isInteractive();
        }

        @Override
        public boolean agrees(String question) {
            return person.agrees(question);
        }
    }
}
