package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code tacit.yaml}. Of the data it reads what they declare of themselves: headers, columns, constraints. */
public final class PolicyFile {
    private static final long MOST_BYTES = 1 << 24;

    private final Path file;
    private final DataEngine engine;
    private final Findings findings = new Findings();

    private PolicyFile(Path file, DataEngine engine) {
        this.file = file;
        this.engine = engine;
    }

    /**
     * What was read.
     *
     * @param policy the policy; empty when a finding is an error
     * @param findings all errors and warnings, in the order of the text
     * @param tables those that could be read, also where something else is wrong
     * @param books where the owner's log lies, also where something else is wrong; empty when that is not known
     */
    public record Checked(
            Optional<Policy> policy, List<Finding> findings, List<SourceTable> tables, Optional<Books> books) {
        public Checked {
            tables = List.copyOf(tables);
            findings = List.copyOf(findings);
        }

        /** The findings that keep the policy from being used. */
        public List<Finding> errors() {
            return findings.stream()
                    .filter(each -> each.severity() == Finding.Severity.ERROR)
                    .toList();
        }

        /**
         * The policy, to be used.
         *
         * @param name of its file
         * @throws Refusal POLICY with all that is wrong with it
         */
        public Policy orRefuse(String name) {
            return policy.orElseThrow(() -> {
                StringBuilder text =
                        new StringBuilder("The policy ").append(name).append(" cannot be used:");
                errors().forEach(each ->
                        text.append('\n').append(name).append(':').append(each.text()));
                return new Refusal(
                        ErrorCode.POLICY, text.toString(), "tacit policy check shows the same, and warnings.");
            });
        }
    }

    /**
     * Where an owner keeps books.
     *
     * @param ledger with which goes a log
     * @param auditLog the log's own file
     */
    public record Books(LedgerPlace ledger, Optional<Path> auditLog) {}

    /**
     * Reads a policy and finds all that is wrong with it.
     *
     * @throws Refusal POLICY when there is no such file or it cannot be read
     */
    public static Checked check(Path file, DataEngine engine) {
        return new PolicyFile(file.toAbsolutePath(), engine).checked();
    }

    /**
     * Reads a policy that is to be used, for its owner: what is wrong with it names columns and files, and may quote the
     * first line of a file. For an analyst there is {@code session.AnalystPolicy}.
     *
     * @throws Refusal POLICY with all that is wrong with it
     */
    public static Policy read(Path file, DataEngine engine) {
        return check(file, engine).orRefuse(name(file));
    }

    /** The files that a policy is made of, its books and its log among them: no answer may be written over them. */
    public static List<Path> files(Path file, Policy policy) {
        List<Path> files = new ArrayList<>(PolicyFiles.of(file, policy.tables(), policy.ledger()));
        policy.auditLog().ifPresent(files::add);
        return List.copyOf(files);
    }

    private Checked checked() {
        String text = text();
        Optional<YamlValue.Fields> tree =
                ReadYaml.read(text, findings).map(fields -> MeantKeys.of(fields, PolicyShape.ROOT, findings));
        tree.ifPresent(fields -> CheckShape.check(fields, PolicyShape.ROOT, findings));
        Optional<Policy> policy = tree.flatMap(fields -> policy(new Section(fields, "", findings), wording(text)));
        return new Checked(
                policy.filter(ready -> !findings.hasErrors()),
                findings.all(),
                policy.map(Policy::tables).orElse(List.of()),
                policy.filter(any -> Stream.of("dataset", "ledger", "audit_log").noneMatch(findings::hasErrorsIn))
                        .map(known -> new Books(known.ledger(), known.auditLog())));
    }

    private PolicyWording wording(String text) {
        try {
            return PolicyWording.read(file, text);
        } catch (IOException goneMeanwhile) {
            throw unreadable("cannot be read", "Check that you may read it.");
        }
    }

    private Optional<Policy> policy(Section root, PolicyWording wording) {
        Path folder = Optional.ofNullable(file.getParent()).orElse(file);
        Optional<String> dataset = root.text("dataset");
        Places places = Places.read(folder, root, findings);
        List<DeclaredTable> tables = root.section("tables")
                .map(section -> ReadTables.read(section, places, engine, findings))
                .orElse(List.of());
        CheckTables.check(tables, findings);
        ReadAccounts accounts = new ReadAccounts(root, dataset.orElse(""), findings);
        List<Analyst> analysts = accounts.analysts();
        List<Account> payers = accounts.accounts();
        accounts.check(analysts, payers);
        Access access = access(tables, analysts);
        ReadSettings reading = new ReadSettings(root, folder, findings);
        QueryCeiling ceiling = reading.ceiling();
        Resources resources = reading.resources();
        reading.limitsAreRead();
        boolean concentrated = Stream.concat(
                        payers.stream().map(Account::budget),
                        accounts.total().stream().map(AccountTerms::budget))
                .anyMatch(budget -> budget.match(basic -> false, rho -> true));
        Defaults defaults = reading.defaults(ceiling, concentrated);
        List<SourceTable> declared =
                tables.stream().map(DeclaredTable::declared).toList();
        LedgerPlace ledger = reading.ledger(file, dataset.orElse(""));
        Optional<Path> log = reading.auditLog();
        PolicyFiles.checkLedger(ledger, file, declared, root, findings);
        PolicyFiles.checkLog(log, PolicyFiles.of(file, declared, ledger), root, findings);
        Policy policy = new Policy(
                dataset.orElse(""),
                declared,
                access,
                defaults,
                ceiling,
                resources,
                analysts,
                payers,
                accounts.total(),
                reading.version(),
                reading.store(),
                ledger,
                log,
                Fingerprint.of(folder, dataset.orElse(""), declared, defaults, ceiling),
                Optional.of(wording));
        root.unread("");
        WarnOfSettings.warn(policy, tables, root, findings);
        return Optional.of(policy);
    }

    /** Who may read what; finds roles that nobody has. */
    private Access access(List<DeclaredTable> tables, List<Analyst> analysts) {
        Map<String, List<String>> ofTables = new HashMap<>();
        Map<String, Map<String, List<String>>> ofColumns = new HashMap<>();
        for (DeclaredTable table : tables) {
            table.roles().ifPresent(roles -> {
                ofTables.put(table.name(), roles);
                checkRoles(
                        roles,
                        analysts,
                        table.section().place("roles"),
                        table.section().path("roles"));
            });
            ofColumns.put(table.name(), table.columnRoles());
            table.columnRoles()
                    .forEach((column, roles) -> table.section()
                            .section("columns")
                            .ifPresent(section ->
                                    checkRoles(roles, analysts, section.place(column), section.path(column))));
        }
        return new Access(ofTables, ofColumns);
    }

    private void checkRoles(List<String> roles, List<Analyst> analysts, Position place, String path) {
        if (findings.hasErrorsIn("analysts")) {
            return;
        }
        for (String role : roles) {
            if (analysts.stream().noneMatch(analyst -> analyst.roles().contains(role))) {
                findings.error(place, path, "No analyst has the role " + role + ".", "Give it to one under analysts.");
            }
        }
    }

    private String text() {
        try {
            if (Files.isDirectory(file)) {
                throw unreadable("is a folder", "Name the file in it.");
            }
            if (!Files.exists(file)) {
                throw unreadable("does not exist", "tacit policy init drafts one.");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw unreadable("is larger than 16 MiB", "A policy is short.");
            }
            return Files.readString(file);
        } catch (CharacterCodingException notUtf8) {
            throw unreadable("is no UTF-8 text", "Save it as UTF-8.");
        } catch (IOException cause) {
            throw unreadable("cannot be read", "Check that you may read it.");
        }
    }

    private Refusal unreadable(String rule, String advice) {
        return new Refusal(ErrorCode.POLICY, "The policy " + name(file) + " " + rule + ".", advice);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
