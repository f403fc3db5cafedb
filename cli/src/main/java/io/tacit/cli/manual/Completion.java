package io.tacit.cli.manual;

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
                if (visible(command).isEmpty()) {
                    arguments(text, "      ", command);
                } else {
                    nested(text, command);
                }
                text.append("      ;;\n");
            });
            return text.append("  esac\n}\n\n_tacit \"$@\"\n").toString();
        }

        private void nested(StringBuilder text, CommandLine command) {
            text.append("      case $words[3] in\n");
            visible(command).forEach((name, below) -> {
                text.append("        ").append(name).append(")\n");
                arguments(text, "          ", below);
                text.append("          ;;\n");
            });
            text.append("        *)\n          (( CURRENT == 3 )) && compadd ")
                    .append(String.join(" ", visible(command).keySet()))
                    .append('\n');
            arguments(text, "          ", command);
            text.append("          ;;\n      esac\n");
        }

        private void arguments(StringBuilder text, String indent, CommandLine command) {
            text.append(indent).append("_arguments");
            options(command).forEach(option -> zsh(text, option));
            text.append(" '*:file:_files'\n");
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
                String seen = "__fish_seen_subcommand_from " + name;
                String none = visible(command).isEmpty()
                        ? seen
                        : seen + "; and not __fish_seen_subcommand_from "
                                + String.join(" ", visible(command).keySet());
                completeOptions(command, none, text);
                visible(command).forEach((below, nested) -> {
                    text.append("complete -c tacit -n '")
                            .append(none)
                            .append("' -a ")
                            .append(below);
                    text.append(" -d '").append(fish(about(nested))).append("'\n");
                    completeOptions(nested, seen + "; and __fish_seen_subcommand_from " + below, text);
                });
            });
            return text.toString();
        }

        private void completeOptions(CommandLine command, String where, StringBuilder text) {
            options(command)
                    .forEach(option -> text.append("complete -c tacit -n '")
                            .append(where)
                            .append('\'')
                            .append(fish(option))
                            .append('\n'));
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

    /** The options of a command itself. */
    private static List<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
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
