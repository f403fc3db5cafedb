package io.tacit.cli.shell;

import io.tacit.cli.text.AnswerFormat;

/** What a person has set in this shell. */
final class ShellSettings {
    private boolean confirm = true;
    private boolean timing;
    private boolean chart;
    private boolean expanded;
    private AnswerFormat format = AnswerFormat.TABLE;

    boolean confirm() {
        return confirm;
    }

    void confirm(boolean on) {
        confirm = on;
    }

    boolean timing() {
        return timing;
    }

    void timing(boolean on) {
        timing = on;
    }

    boolean chart() {
        return chart;
    }

    void chart(boolean on) {
        chart = on;
    }

    boolean expanded() {
        return expanded;
    }

    void expanded(boolean on) {
        expanded = on;
    }

    AnswerFormat format() {
        return format;
    }

    void format(AnswerFormat other) {
        format = other;
    }
}
