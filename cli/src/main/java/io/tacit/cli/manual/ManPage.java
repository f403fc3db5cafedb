package io.tacit.cli.manual;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A page for man, in roff, made from what a command says of itself. */
public final class ManPage {
    private ManPage() {}

    /** The page of one command, with those below it. */
    public static String of(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String name = command.getCommandSpec().qualifiedName("-");
        StringBuilder text = new StringBuilder();
        text.append(".TH \"").append(name.toUpperCase(Locale.ROOT)).append("\" 1 \"\" \"tacit\"\n");
        section(text, "NAME")
                .append(roff(name))
                .append(" \\- ")
                .append(roff(first(usage.description())))
                .append('\n');
        section(text, "SYNOPSIS").append(".nf\n");
        text.append(roff(command.getHelp().synopsis(0).strip())).append("\n.fi\n");
        section(text, "DESCRIPTION").append(roff(said(usage.description()))).append('\n');
        section(text, "OPTIONS");
        for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
            argument(text, parameter.paramLabel(), parameter);
        }
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.hidden()) {
                String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
                argument(text, String.join(", ", option.names()) + value, option);
            }
        }
        below(text, command);
        if (usage.footer().length > 0) {
            section(text, "EXAMPLES").append(".nf\n");
            for (String line : usage.footer()) {
                text.append(roff(line.replace("\\\\", "\\"))).append('\n');
            }
            text.append(".fi\n");
        }
        return text.toString();
    }

    private static void below(StringBuilder text, CommandLine command) {
        if (command.getSubcommands().values().stream()
                .allMatch(each -> each.getCommandSpec().usageMessage().hidden())) {
            return;
        }
        section(text, "COMMANDS");
        command.getSubcommands().forEach((name, each) -> {
            if (!each.getCommandSpec().usageMessage().hidden()) {
                text.append(".TP\n.B ").append(roff(name)).append('\n');
                text.append(roff(said(each.getCommandSpec().usageMessage().description())))
                        .append('\n');
            }
        });
    }

    private static void argument(StringBuilder text, String written, ArgSpec argument) {
        text.append(".TP\n.B ").append(roff(written)).append('\n');
        String value = argument.defaultValue() == null ? "none" : argument.defaultValue();
        text.append(roff(said(argument.description()).replace("${DEFAULT-VALUE}", value)))
                .append('\n');
    }

    private static StringBuilder section(StringBuilder text, String title) {
        return text.append(".SH ").append(title).append('\n');
    }

    private static String said(String... lines) {
        return String.join(" ", lines).replace("%n", " ").strip();
    }

    private static String first(String... lines) {
        String all = said(lines);
        int end = all.indexOf(". ");
        return (end < 0 ? all : all.substring(0, end)).replaceAll("\\.$", "");
    }

    /** Text in which roff sees no command of its own. */
    private static String roff(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
