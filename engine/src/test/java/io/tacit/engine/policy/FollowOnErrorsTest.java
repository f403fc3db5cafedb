package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One mistake is one error, at whichever key of a policy it is made. */
class FollowOnErrorsTest {
    private static final Pattern KEY = Pattern.compile("(?<=^|[ {])([a-z_]+):(?= |$)", Pattern.MULTILINE);
    private static final Pattern VALUE =
            Pattern.compile("(?<=: )([^ \\[{}\\],\\n\"]+|\"[^\"]*\"|\\[[^]]*]|\\{[^{}]*})");

    private static final String POLICY = """
        dataset: shop
        sources: {files: .}
        tables:
          visits:
            file: visits.csv
            format: csv
            delimiter: ","
            quoted: true
            encoding: utf-8
            person: visitor
            unique: [[visitor, day]]
            roles: [student]
            columns:
              visitor: {type: VARCHAR, hidden: true, nullable: false}
              day: {type: DATE, bounds: [2024-01-01, 2024-12-31], roles: [staff]}
          bought:
            file: visits.csv
            person: {through: visitor, to: visits.visitor, unique: checked}
            roles: [student]
            columns: {visitor: {type: VARCHAR, hidden: true}, spent: {type: DOUBLE, bounds: [0, 9]}}
          countries:
            file: countries.csv
            public: true
            columns: {code: {type: VARCHAR, values: [DE, FR]}, name: VARCHAR}
        defaults: {epsilon: 0.5, delta: 1e-8, max_groups: 5, confidence: 0.9, noise: laplace, min_people: 5}
        limits: {epsilon: 1, delta: 1e-6, max_groups: 10, min_people: 5, seconds: 600}
        analysts: {ada: [student], bob: [student, staff]}
        accounts:
          students:
            members: [role:student]
            each: true
            budget: {epsilon: 5, delta: 1e-6}
            refresh: yearly
            per_query: {epsilon: 2, delta: 1e-7}
            stop_after_failures: 10
        total:
          budget: {rho: 0.2, delta: 1e-6}
          stop_after_failures: 20
        version: "2026-11"
        ledger: /srv/shop/ledger.sqlite
        audit_log: audit.jsonl
        """;

    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    @Test
    void aMisspelledKeyIsOneError() throws IOException {
        Set<String> known = known(PolicyShape.ROOT, new TreeSet<>());
        SoftAssertions softly = new SoftAssertions();
        List<Finding> before = shop.check(POLICY).findings();
        assertThat(before).noneMatch(each -> each.severity() == Finding.Severity.ERROR);
        List<String> tried = new ArrayList<>();
        for (Matcher key = KEY.matcher(POLICY); key.find(); ) {
            if (known.contains(key.group(1))) {
                tried.add(key.group(1));
                String wrong = POLICY.substring(0, key.end(1) - 1) + POLICY.substring(key.end(1));
                softly.assertThat(shop.check(wrong).findings())
                        .as("%s at %d", key.group(1), key.start())
                        .filteredOn(each -> !before.contains(each))
                        .singleElement()
                        .matches(each -> each.rule().equals("There is no such key."));
            }
        }
        softly.assertThat(tried).hasSizeGreaterThan(50);
        softly.assertAll();
    }

    @Test
    void aValueLeftOutIsOneError() throws IOException {
        SoftAssertions softly = new SoftAssertions();
        int tried = 0;
        for (Matcher value = VALUE.matcher(POLICY); value.find(); ) {
            tried++;
            String wrong = POLICY.substring(0, value.start()) + "null" + POLICY.substring(value.end());
            softly.assertThat(shop.check(wrong).errors())
                    .as("%s at %d", value.group(), value.start())
                    .hasSize(1);
        }
        softly.assertThat(tried).isGreaterThan(30);
        softly.assertAll();
    }

    private static Set<String> known(Shape shape, Set<String> found) {
        if (shape instanceof Shape.Keys keys) {
            keys.keys().forEach(key -> {
                found.add(key.name());
                known(key.shape(), found);
            });
        } else if (shape instanceof Shape.Named named) {
            known(named.value(), found);
        } else if (shape instanceof Shape.Either either) {
            either.shapes().forEach(each -> known(each, found));
        }
        return found;
    }
}
