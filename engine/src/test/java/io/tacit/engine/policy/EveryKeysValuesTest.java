package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What may stand under each key of a policy and what may not: all keys, at the ends of what they accept. */
class EveryKeysValuesTest {
    /** By key: values that it accepts, and values that it refuses; an at-sign stands for 64 letters. */
    private static final String VALUES = """
        dataset | shop ; A ; 9a._-x ; @ | "" ; a/b ; a b ; _a ; .a ; -a ; @x ; [a] ; {a: b} ; ~ ; null ; "a\\n"
        sources | {} | x ; []
        sources.files | data ; /a b | "" ; [a] ; ~
        sources.duckdb | a.duckdb ; ../a | "" ; [a] ; ~
        sources.postgres | "jdbc:postgresql:d" ; "jdbc:postgresql://h:1/d?user=u" | "jdbc:postgresql:" ; "jdbc:mysql://h/d" ; h ; "jdbc:postgresql://h/a b"
        sources.spark | "sc://h:15002" ; "spark:local" | "http://h" ; "sc:h" ; "sc://" ; "sc://h x"
        tables | {t: {}} ; {"a.b ü": {}} | {} ; x ; [] ; {"a\\"b": {}} ; {"": {}} ; {t: x} ; {t: {}, T: {}} ; {"@@x": {}} ; {"a\\tb": {}}
        tables.NAME.file | a.csv ; /a/*.parquet | "" ; [a]
        tables.NAME.duckdb | a.duckdb | "" ; [a]
        tables.NAME.table | s.t | "" ; [a]
        tables.NAME.postgres | "jdbc:postgresql://h/d" | "postgresql://h/d" ; h
        tables.NAME.spark | "sc://h" ; "spark:local" | h ; "sc:/h"
        tables.NAME.format | csv ; json ; parquet | CSV ; duckdb ; ""
        tables.NAME.delimiter | "," ; "\\t" ; ";" ; "|" ; " " | "" ; "ab" ; "\\"" ; "\\n" ; "\\r" ; "\\0"
        tables.NAME.quoted | true ; false | yes ; "true" ; 1 ; True
        tables.NAME.multiline | true ; false | yes ; "true" ; 1 ; True
        tables.NAME.encoding | utf-8 ; latin1 ; iso-8859-15 ; windows-1252 | UTF-8 ; utf8 ; utf-16
        tables.NAME.public | true ; false | yes ; "true" ; TRUE ; 1 ; [true]
        tables.NAME.person | uid ; [a, b] ; {through: a, to: b.c} ; "a b" | "" ; [] ; "a\\"b" ; {} ; [a, [b]] ; {through: a} ; {to: a.b} ; [1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7] ; ~ ; "@@x"
        tables.NAME.person.through | a ; "a b" | "" ; [a]
        tables.NAME.person.to | a.b ; a.b.c | a ; a. ; .b ; "a\\".b" ; [a.b]
        tables.NAME.person.unique | checked | true ; yes ; Checked
        tables.NAME.unique | a ; [a] ; [a, [b, c]] | "" ; [] ; [[]] ; [""] ; {a: b} ; [[a, [b]]]
        tables.NAME.roles | [] ; [staff] | staff ; ["a b"] ; [@x] ; {a: b} ; ["role:a"]
        tables.NAME.columns | {a: INTEGER} ; {"a b": {}} | {} ; [a] ; a ; {"a\\"b": INTEGER} ; {a: INTEGER, A: INTEGER} ; {a: [INTEGER]}
        tables.NAME.columns.NAME.type | INTEGER ; "DECIMAL(18,2)" ; double precision ; "decimal ( 9 , 2 )" | "" ; "INT[]" ; "DECIMAL(123,2)" ; "DECIMAL(9)" ; 1 ; "INTEGER; x"
        tables.NAME.columns.NAME.bounds | [0, 1] ; [-1.5, "2024-01-01"] | [0] ; [0, 1, 2] ; 0 ; [] ; [0, [1]] ; [0, ~]
        tables.NAME.columns.NAME.values | [a] ; [1, true, ""] | [] ; a ; [[a]] ; [~] ; {a: b}
        tables.NAME.columns.NAME.nullable | true ; false | yes ; "false" ; 0
        tables.NAME.columns.NAME.hidden | true ; false | yes ; "true" ; 1
        tables.NAME.columns.NAME.roles | [] ; [staff] | staff ; [a/b]
        defaults | {} | x ; []
        defaults.epsilon | 20 ; 20.0 ; 2E+1 ; 1e-9 ; 1e-12 ; 0.5 | 0 ; 1e-13 ; 1e-400 ; 0.0 ; -1 ; 20.0001 ; 1e999 ; "1" ; NaN ; Infinity ; 0x1 ; [1] ; 1_5 ; 0.1@
        defaults.delta | 1e-9 ; 0.999 | 0 ; 1 ; 1.0 ; -1e-9 ; 2 ; "1e-9"
        defaults.max_groups | 1 ; 2147483647 ; 5.0 ; 1e3 | 0 ; -1 ; 2.5 ; 2147483648 ; auto
        defaults.confidence | 0.5 ; 0.999 | 0 ; 1 ; 1.0 ; -0.5 ; 95
        defaults.noise | auto ; laplace ; gaussian | none ; Laplace ; ""
        defaults.group_selection | auto ; laplace_threshold ; gaussian_threshold ; truncated_geometric | none ; laplace
        defaults.min_people | 1 ; 2147483647 | 0 ; -1 ; 1.5 ; 2147483648
        defaults.report_missing | true ; false | no ; "false" ; 0
        limits | {} | x ; []
        limits.epsilon | 20 ; 1e-9 ; 1e-12 | 0 ; 1e-13 ; -1 ; 20.0001 ; "1"
        limits.delta | 1e-9 ; 0.999 | 0 ; 1 ; -1e-9
        limits.max_groups | 1 ; 2147483647 | 0 ; 2.5 ; 2147483648
        limits.min_people | 1 ; 2147483647 | 0 ; 2.5 ; 2147483648
        limits.seconds | 1 ; 604800 | 0 ; 604801 ; 1.5 ; 1h
        limits.memory | 64MiB ; 4GiB ; 999999999MiB | 0MiB ; 04GiB ; 4GB ; 4 ; 4gib ; 4 GiB ; 1234567890MiB ; -1GiB
        limits.spill | /tmp ; a | "" ; [a]
        analysts | {ada: []} ; {"a@b.c": [x]} | {} ; [ada] ; ada ; {a/b: []} ; {"role:a": []} ; {ada: staff} ; {ada: [], Ada: []} ; {@x: []} ; {"": []}
        accounts | {a: {}} | {} ; [a] ; {a/b: {}} ; {a: {}, A: {}} ; {a: x}
        accounts.NAME.members | [ada] ; ["role:a"] ; [ada, "role:b"] | [] ; ada ; ["roles:a"] ; ["role:"] ; ["role:role:a"] ; [a/b] ; ["*"]
        accounts.NAME.each | true ; false | yes ; "true" ; 1
        accounts.NAME.budget | {epsilon: 1, delta: 1e-6} ; {delta: 1e-6} | {} ; {epsilon: 1} ; 1 ; []
        accounts.NAME.budget.epsilon | 1000 ; 1e-9 | 0 ; -1 ; 1000.1 ; "1" ; inf
        accounts.NAME.budget.rho | 1000 ; 1e-9 | 0 ; -1 ; 1000.1
        accounts.NAME.budget.delta | 1e-9 ; 0.999 | 0 ; 1 ; -1
        accounts.NAME.refresh | daily ; weekly ; monthly ; quarterly ; yearly | never ; Daily ; hourly ; ""
        accounts.NAME.per_query | {epsilon: 1, delta: 1e-6} | {} ; {epsilon: 1} ; {delta: 1e-6} ; 1
        accounts.NAME.per_query.epsilon | 1000 ; 1e-9 | 0 ; -1 ; 1000.1
        accounts.NAME.per_query.delta | 1e-9 ; 0.999 | 0 ; 1 ; -1
        accounts.NAME.stop_after_failures | 1 ; 1000000 | 0 ; 1000001 ; 1.5 ; -1
        total | {budget: {delta: 1e-6}} | {} ; x ; {budget: {delta: 1e-6}, members: [a]} ; {budget: {delta: 1e-6}, each: true}
        total.budget | {delta: 1e-6} | {} ; 1
        total.budget.epsilon | 1000 ; 1e-9 | 0 ; -1 ; 1000.1
        total.budget.rho | 1000 ; 1e-9 | 0 ; -1 ; 1000.1
        total.budget.delta | 1e-9 ; 0.999 | 0 ; 1 ; -1
        total.refresh | daily ; weekly ; monthly ; quarterly ; yearly | never ; ""
        total.per_query | {epsilon: 1, delta: 1e-6} | {} ; {epsilon: 1} ; 1
        total.per_query.epsilon | 1000 ; 1e-9 | 0 ; -1 ; 1000.1
        total.per_query.delta | 1e-9 ; 0.999 | 0 ; 1
        total.stop_after_failures | 1 ; 1000000 | 0 ; 1000001 ; 1.5
        version | "1" ; 2026-11 ; {schedule: daily} | "" ; [] ; {} ; ~
        version.schedule | daily ; weekly ; monthly | quarterly ; Daily ; ""
        store | {window: 1h} | {} ; 1h
        store.window | 1s ; 30m ; 999999h ; 7d | 0s ; 1w ; 1 ; s ; 1000000d ; 1.5h ; -1h ; 1H
        ledger | a.sqlite ; {postgres: "jdbc:postgresql:d", user: u, password_variable: P} | "" ; [] ; {} ; {postgres: "jdbc:postgresql:d", user: u}
        ledger.postgres | "jdbc:postgresql:d" ; "jdbc:postgresql://h/d" | "jdbc:sqlite:d" ; ""
        ledger.user | u | "" ; [u]
        ledger.password_variable | PGPASSWORD ; _x1 | "" ; 1x ; a-b ; "a b" ; $x
        audit_log | a.jsonl | "" ; [a]
        """;

    private static final List<String> SECTIONS = List.of(
            "",
            "sources",
            "tables.NAME",
            "tables.NAME.columns.NAME",
            "defaults",
            "limits",
            "accounts.NAME",
            "total",
            "accounts.NAME.budget",
            "total.per_query",
            "store");

    private static final String LONG = "x".repeat(64);

    /**
     * What is said of a key.
     *
     * @param accepted values, as YAML
     * @param refused values, as YAML
     */
    private record Said(List<String> accepted, List<String> refused) {}

    private static Map<String, Said> values() {
        Map<String, Said> values = new TreeMap<>();
        VALUES.lines().forEach(line -> {
            String[] parts = line.replace(" | ", "\u0000").split("\u0000", -1);
            // One of the delimiters is a bar in quotes.
            assertThat(parts).as(line).hasSize(3);
            values.put(parts[0], new Said(list(parts[1]), list(parts[2])));
        });
        return values;
    }

    private static List<String> list(String values) {
        return Arrays.asList(values.replaceAll("(?<![a-z])@", LONG).split(" ; ", -1));
    }

    @Test
    void everyKeyHasValues() {
        TreeSet<String> keys = new TreeSet<>();
        JsonSchemaTest.everyKey(PolicyShape.ROOT, "", (path, key) -> keys.add(path));
        assertThat(values().keySet()).isEqualTo(keys);
    }

    @Test
    void eachIsAcceptedOrRefusedWhereItStands() {
        List<String> wrong = new ArrayList<>();
        values().forEach((path, said) -> {
            said.accepted().forEach(value -> check(path, value, false, wrong));
            said.refused().forEach(value -> check(path, value, true, wrong));
        });
        assertThat(wrong).isEmpty();
    }

    private static void check(String path, String value, boolean refused, List<String> wrong) {
        boolean found = errors(policy(path, value)).stream().anyMatch(each -> each.startsWith(path));
        // A table and an account are keys by themselves; what they lack is found below them, and meant here by no
        // value.
        boolean lacks = !refused && List.of("tables", "accounts").contains(path);
        if (!lacks && found != refused) {
            wrong.add(path + ": " + value);
        }
    }

    /** A key that is there twice has no meaning, whichever it is and whatever stands under it. */
    @Test
    void noKeyMayStandTwice() {
        List<String> wrong = new ArrayList<>();
        values().forEach((path, said) -> {
            String value = said.accepted().get(0);
            String key = path.substring(path.lastIndexOf('.') + 1);
            String twice =
                    policy(path, value).replace(key + ": " + value, key + ": " + value + ", " + key + ": " + value);
            Findings findings = new Findings();
            assertThat(ReadYaml.read(twice, findings)).isPresent();
            if (!findings.hasErrors()) {
                wrong.add(path);
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** How many keys each section cannot be without. */
    @Test
    void whatMustBeSaidIsMissed() {
        Map<String, Integer> required = Map.of(
                "accounts.NAME", 2,
                "accounts.NAME.budget", 1,
                "accounts.NAME.per_query", 2,
                "total", 1,
                "total.budget", 1,
                "total.per_query", 2,
                "tables.NAME.person", 2,
                "version", 1,
                "store", 1,
                "ledger", 3);
        required.forEach((path, count) -> assertThat(
                        errors(policy(path, "{}")).stream().filter(path::equals))
                .as(path)
                .hasSize(count));
        assertThat(errors("{}")).hasSize(4);
        for (String path : values().keySet()) {
            if (!required.containsKey(path)
                    && !List.of("tables", "analysts", "accounts").contains(path)) {
                assertThat(errors(policy(path, "{}")).stream()
                                .filter(path::equals)
                                .count())
                        .as(path)
                        .isLessThan(2);
            }
        }
    }

    /** What only one place knows is unknown in all others. */
    @Test
    void aKeyIsKnownInItsPlaceAlone() {
        List<String> wrong = new ArrayList<>();
        Map<String, Said> values = values();
        values.forEach((path, said) -> {
            for (String section : SECTIONS) {
                String at = CheckShape.join(section, path.substring(path.lastIndexOf('.') + 1));
                List<String> errors = errors(policy(at, said.accepted().get(0)));
                if (!values.containsKey(at) && !errors.contains(at)) {
                    wrong.add(at);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static String policy(String path, String value) {
        List<String> keys = Arrays.asList(path.split("\\.", -1));
        return "{" + String.join(": {", keys) + ": " + value + "}".repeat(keys.size());
    }

    /** The paths of all errors of shape; the empty path for what is no YAML. */
    private static List<String> errors(String policy) {
        Findings findings = new Findings();
        ReadYaml.read(policy, findings).ifPresent(tree -> CheckShape.check(tree, PolicyShape.ROOT, findings));
        return findings.all().stream().map(Finding::path).toList();
    }
}
