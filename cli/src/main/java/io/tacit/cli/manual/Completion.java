package io.tacit.cli.manual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The script by which a command-line shell completes commands and options of tacit. */
public enum Completion {
    BASH {
        @Override
        public String script(CommandLine root) {
            return AutoComplete.bash("tacit", root);
        }
    },
    ZSH {
        @Override
        public String script(CommandLine root) {
            StringBuilder text = new StringBuilder("#compdef tacit\n\n_tacit() {\n  local -a commands\n  commands=(\n");
            visible(root)
                    .forEach((name, command) -> text.append("    '")
                            .append(name)
                            .append(':')
                            .append(zsh(about(command)))
                            .append("'\n"));
            text.append("""
                  )
                  if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                  fi
                  case $words[2] in
                """);
            visible(root).forEach((name, command) -> {
                text.append("    ").append(name).append(")\n");
                nested(text, command);
                text.append("      _arguments");
                options(command).forEach(option -> zsh(text, option));
                text.append(" '*:file:_files'\n      ;;\n");
            });
            return text.append("  esac\n}\n\n_tacit \"$@\"\n").toString();
        }

        private void nested(StringBuilder text, CommandLine command) {
            if (!visible(command).isEmpty()) {
                text.append("      (( CURRENT == 3 )) && compadd ")
                        .append(String.join(" ", visible(command).keySet()))
                        .append('\n');
            }
        }

        private void zsh(StringBuilder text, OptionSpec option) {
            for (String name : option.names()) {
                text.append(" \\\n        '*")
                        .append(name)
                        .append('[')
                        .append(zsh(about(option)))
                        .append(']');
                text.append(option.arity().max() > 0 ? ":" + zsh(option.paramLabel()) + ":_files'" : "'");
            }
        }

        private String zsh(String said) {
            return said.replace("'", "'\\''").replaceAll("([\\[\\]:])", "\\\\$1");
        }
    },
    FISH {
        @Override
        public String script(CommandLine root) {
            StringBuilder text = new StringBuilder("complete -c tacit -n __fish_use_subcommand -f\n");
            visible(root).forEach((name, command) -> {
                text.append("complete -c tacit -n __fish_use_subcommand -a ").append(name);
                text.append(" -d '").append(fish(about(command))).append("'\n");
                String seen = "complete -c tacit -n '__fish_seen_subcommand_from " + name + "'";
                visible(command)
                        .forEach((below, nested) -> text.append(seen)
                                .append(" -a ")
                                .append(below)
                                .append(" -d '")
                                .append(fish(about(nested)))
                                .append("'\n"));
                options(command)
                        .forEach(
                                option -> text.append(seen).append(fish(option)).append('\n'));
            });
            return text.toString();
        }

        private String fish(OptionSpec option) {
            StringBuilder text = new StringBuilder();
            for (String name : option.names()) {
                text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            return text + (option.arity().max() > 0 ? " -r" : "") + " -d '" + fish(about(option)) + "'";
        }

        private String fish(String said) {
            return said.replace("\\", "\\\\").replace("'", "\\'");
        }
    };

    /** The script. */
    public abstract String script(CommandLine root);

    private static Map<String, CommandLine> visible(CommandLine command) {
        Map<String, CommandLine> visible = new LinkedHashMap<>(command.getSubcommands());
        visible.values().removeIf(below -> below.getCommandSpec().usageMessage().hidden());
        return visible;
    }

    /** The options of a command and of those below it, each name once. */
    private static List<OptionSpec> options(CommandLine command) {
        List<OptionSpec> options = new ArrayList<>(command.getCommandSpec().options());
        visible(command)
                .values()
                .forEach(below -> options(below).stream()
                        .filter(option -> options.stream()
                                .noneMatch(known -> known.longestName().equals(option.longestName())))
                        .forEach(options::add));
        options.removeIf(OptionSpec::hidden);
        return options;
    }

    private static String about(CommandLine command) {
        return first(command.getCommandSpec().usageMessage().description());
    }

    private static String about(OptionSpec option) {
        return first(option.description());
    }

    /** The first sentence. */
    private static String first(String... lines) {
        String all = String.join(" ", lines)
                .replace("${DEFAULT-VALUE}", "")
                .replace("%n", " ")
                .strip();
        int end = all.indexOf(". ");
        return (end < 0 ? all : all.substring(0, end)).replaceAll("\\.$", "");
    }

    /** As the command line names it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
