package io.tacit.cli.shell;

import io.tacit.cli.text.AnswerFormat;
import io.tacit.cli.text.ChartText;
import io.tacit.cli.text.CostText;
import io.tacit.cli.text.MistakeText;
import io.tacit.cli.text.Numbers;
import io.tacit.cli.text.RefusalText;
import io.tacit.cli.text.RunningLine;
import io.tacit.cli.text.Summary;
import io.tacit.cli.text.TableText;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.Question;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Reads statements and commands one after the other, and answers them. */
final class Shell {
    /** What is answered without a charge, whatever stands behind it. */
    private static final Pattern FREE = Pattern.compile(
            "^\\s*(?:EXPLAIN|SHOW|DESCRIBE|DESC|SUMMARIZE)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final ShellSession subject;
    private final ShellOutput out;
    private final UnaryOperator<Runnable> onInterrupt;
    private final ShellSettings settings = new ShellSettings();
    private final AskedQuestions asked = new AskedQuestions();
    private final ShellCommands commands;
    private boolean failed;

    /**
     * A shell.
     *
     * @param onInterrupt makes Ctrl-C run an action until the action that it returns is run
     */
    Shell(ShellSession subject, ShellOutput out, UnaryOperator<Runnable> onInterrupt) {
        this.subject = subject;
        this.out = out;
        this.onInterrupt = onInterrupt;
        this.commands = new ShellCommands(this, subject, out, settings, asked);
    }

    /**
     * Answers all there is.
     *
     * @return whether every statement was answered
     */
    boolean run(ShellInput input) {
        while (true) {
            Optional<String> typed = input.next(prompt());
            if (typed.isEmpty()) {
                return !failed;
            }
            String statement = typed.get();
            if (StatementText.isCommand(statement)) {
                if (!commands.run(statement.strip(), input)) {
                    return !failed;
                }
            } else if (!StatementText.isBlank(statement)) {
                ask(statement, input);
            }
            writer().flush();
        }
    }

    private String prompt() {
        return "tacit" + (subject.who().isEmpty() ? "" : " " + subject.who()) + " (ε "
                + Numbers.spent(subject.spent().epsilon()) + " spent)> ";
    }

    /** Asks one question, after the person has seen what it costs. */
    void ask(String sql, ShellInput input) {
        try {
            try {
                askOnce(sql, input);
            } catch (Refusal refusal) {
                renew(refusal);
                askOnce(sql, input);
            }
        } catch (Refusal refusal) {
            failed = true;
            RefusalText.print(writer(), refusal, sql);
        } catch (RuntimeException mistake) {
            failed = true;
            MistakeText.print(writer(), mistake);
        }
    }

    /**
     * Opens the session anew where the policy has changed.
     *
     * @throws Refusal the one given where it says something else, or why there is no other session
     */
    private void renew(Refusal refusal) {
        if (!refusal.isOfChangedPolicy()) {
            throw refusal;
        }
        subject.openAnew();
        writer().println("The owner has changed the policy. Nothing was spent; this is asked under the policy as it is"
                + " now.");
    }

    private void askOnce(String sql, ShellInput input) {
        if (settings.confirm() && input.isInteractive() && !FREE.matcher(sql).matches() && !agreed(sql, input)) {
            writer().println("Not asked. Nothing was spent.");
            return;
        }
        long start = System.nanoTime();
        Answer answer = interruptible(() -> subject.session().query(Question.of(sql)));
        double seconds = (System.nanoTime() - start) / 1e9;
        asked.add(sql, answer);
        show(answer, sql, seconds);
        subject.answered().run();
    }

    private boolean agreed(String sql, ShellInput input) {
        Explanation explanation = interruptible(() -> subject.session().explain(sql));
        if (explanation.releases().isEmpty() || explanation.kept()) {
            return true;
        }
        writer().print(CostText.of(explanation));
        writer().flush();
        return input.agrees("Ask it? [Y/n] ");
    }

    private <T> T interruptible(Supplier<T> work) {
        RunningQuery running = new RunningQuery(subject.session()::cancel);
        Runnable before = onInterrupt.apply(running::stop);
        RunningLine line = out.running(() -> !running.stopped());
        try {
            return line.during(() -> running.run(work));
        } finally {
            before.run();
        }
    }

    /** An answer as the person wants it written. */
    String text(Answer answer, String sql) {
        String text = settings.expanded() && settings.format() == AnswerFormat.TABLE
                ? TableText.expanded(answer, out.columns())
                : settings.format().text(answer, sql, out.columns());
        return settings.chart() && settings.format().isForPeople() ? text + ChartText.of(answer, out.columns()) : text;
    }

    private void show(Answer answer, String sql, double seconds) {
        String text = text(answer, sql);
        String summary = Summary.of(answer, seconds);
        if (!commands.toFile(text, summary)) {
            out.show(settings.format().isForPeople() ? text + summary : text);
        }
        if (settings.timing()) {
            writer().printf("Time: %.0f ms%n", seconds * 1000);
        }
    }

    /** Explains a query; costs nothing. */
    Explanation explain(String sql) {
        try {
            return interruptible(() -> subject.session().explain(sql));
        } catch (Refusal refusal) {
            renew(refusal);
            return interruptible(() -> subject.session().explain(sql));
        }
    }

    private PrintWriter writer() {
        return out.writer();
    }
}
