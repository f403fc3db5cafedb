package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** What is promised over months: kept answers, windows of a budget, fresh noise, words of failures, the disk. */
final class AccountBugs {
    private AccountBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        51,
                        "a kept answer goes out to a query with other options",
                        List.of(Patch.engine("session.CanonicalQuery", "add(release.plan().parameters());", "")),
                        test("session.CanonicalQueryTest#everyOptionMakesAnotherQuery")),
                new PlantedBug(
                        51,
                        "a kept answer goes out to a query with another remainder",
                        List.of(Patch.engine("session.CanonicalQuery", "canonical.add(query.answerSql());", "")),
                        test("session.CanonicalQueryTest#everyLiteralMakesAnotherQuery")),
                new PlantedBug(
                        51,
                        "a kept answer goes out to a query with another aggregate",
                        List.of(
                                Patch.engine("session.CanonicalQuery", "add(output.function());", ""),
                                Patch.engine("session.CanonicalQuery", "add(output.computation());", "")),
                        test("session.CanonicalQueryTest#everyAggregateMakesAnotherQuery")),
                new PlantedBug(
                        51,
                        "a kept release is taken for one with other options",
                        List.of(
                                Patch.engine("session.CanonicalQuery", "canonical.add(plan.parameters());", ""),
                                Patch.engine("session.PrepareQuery", "plan.parameters().toString()", "\"\"")),
                        test("session.CanonicalQueryTest#whatMeansTheSameAloneIsTheSameRelease")),
                new PlantedBug(
                        51,
                        "a kept release is taken for one of other rows",
                        List.of(Patch.engine("session.CanonicalQuery", "canonical.add(rows);", "")),
                        test("session.KeptReleasesTest#anotherReleaseIsPaidFor")),
                new PlantedBug(
                        52,
                        "a kept answer outlives the file that it was made from",
                        List.of(Patch.engine("policy.Fingerprint", "source(table.source());", "")),
                        test("policy.FingerprintTest#everyComponentOfATableCounts")),
                new PlantedBug(
                        53,
                        "a week at New Year is two weeks, and has two budgets",
                        List.of(Patch.engine(
                                "ledger.RefreshWindow", "day.get(IsoFields.WEEK_BASED_YEAR),", "day.getYear(),")),
                        test("ledger.RefreshWindowTest#eachWindowHasOneNameAndLaterOnesHaveLaterNames")),
                new PlantedBug(
                        53,
                        "windows are those of the machine's time zone",
                        List.of(Patch.engine(
                                "ledger.RefreshWindow",
                                "LocalDate.ofInstant(instant, ZoneOffset.UTC)",
                                "LocalDate.ofInstant(instant, java.time.ZoneId.systemDefault())")),
                        test("ledger.RefreshWindowTest#theMachinesTimeZoneDoesNotMatter")),
                new PlantedBug(
                        54,
                        "all queries of a session share one generator, which a cloned machine copies",
                        List.of(Patch.engine(
                                "session.RunQuery",
                                "this.noise = noise;",
                                "Noise one = noise.get(); this.noise = () -> one;")),
                        test("session.ClonedMachineTest#copiesDrawOtherNoise")),
                new PlantedBug(
                        55,
                        "the words of an internal mistake are shown",
                        List.of(
                                Patch.engine(
                                        "session.RunQuery",
                                        "\"The engine could not run this query.\",",
                                        "\"The engine could not run this query.\" + mistake.getMessage(),"),
                                Patch.engine(
                                        "session.AnalystHearing", "throw refusal.forAnalyst();", "throw refusal;")),
                        test("session.InternalWordsTest#aBackEndThatFails")),
                new PlantedBug(
                        55,
                        "what is no exception of Java's passes with its words",
                        List.of(Patch.engine(
                                "session.RunQuery",
                                "} catch (RuntimeException | Error mistake) {",
                                "} catch (RuntimeException mistake) {")),
                        test("session.InternalWordsTest#noiseThatFails")),
                new PlantedBug(
                        56,
                        "a query that asks for the time is answered as the day before",
                        List.of(Patch.engine(
                                "sql.ClockWord",
                                "return names().stream().anyMatch(text::contains);",
                                "return text.contains(\"CURRENT\");")),
                        test("session.StaleAnswersTest#noTextWithAClockWordIsKnownByItsText")),
                new PlantedBug(
                        57,
                        "SQLite does not wait for the disk",
                        List.of(Patch.engine(
                                "ledger.book.SqliteDatabase", "\"synchronous = FULL\"", "\"synchronous = OFF\"")),
                        test("ledger.book.SqliteSettingsTest#chargesAreOnTheDiskBeforeAnswersGoOut")),
                new PlantedBug(
                        68,
                        "of the files that a query reads the first one pays alone",
                        List.of(Patch.engine(
                                "session.TallyAccounting",
                                "paying.forEach(book -> book.charge(request).ifPresent(tallied::add));",
                                "paying.stream().limit(1).forEach(book ->"
                                        + " book.charge(request).ifPresent(tallied::add));")),
                        test("session.TallyTest#eachFileThatAQueryReadsPays")),
                new PlantedBug(
                        68,
                        "what a file answered is given again when the file has changed",
                        List.of(
                                Patch.engine("session.FileState", ".append(seen.size())", ".append(0)"),
                                Patch.engine("session.FileState", ".append(changed)", ".append(0)")),
                        test("session.TallyTest#aChangedFileIsAskedAnewAndItsSumGoesOn")),
                new PlantedBug(
                        72,
                        "an answer over a file that changed while it was read is kept",
                        List.of(Patch.engine(
                                "session.TallyAccounting",
                                "state.isPresent() && state.equals(state())",
                                "state.isPresent()")),
                        test("session.TallyTest#nothingIsKeptOfAFileThatChangesWhileItIsRead")),
                new PlantedBug(
                        73,
                        "the file of a table with a capital letter in its name pays nothing",
                        List.of(Patch.engine(
                                "session.TallyAccounting",
                                "Optional.ofNullable(payers.get(key(table)))",
                                "Optional.ofNullable(payers.get(table))")),
                        test("session.TallyPayersTest#aTableWithACapitalLetterPays")),
                new PlantedBug(
                        73,
                        "a file whose people are found through another pays nothing",
                        List.of(Patch.engine(
                                "session.TallyAccounting",
                                "if (!table.table().protection().isPublic()) {",
                                "if (!table.table().protection().isPublic()"
                                        + " && table.table().protection().foreignKey().isEmpty()) {")),
                        test("session.TallyPayersTest#aFileWhosePeopleAreFoundThroughAnotherPays")),
                new PlantedBug(
                        74,
                        "failures are not counted, so that nobody is stopped",
                        List.of(Patch.engine("session.PolicyAccounting", "charging.failed(asked.id(), query);", "")),
                        test("session.StopAfterFailuresTest#anAnalystIsStoppedAfterSoManyFailures")),
                new PlantedBug(
                        140,
                        "failures of others stop an analyst",
                        List.of(Patch.engine(
                                "ledger.book.PlanCharge",
                                "book.failures(name, analyst) + elsewhere.failuresOf(analyst)",
                                "current.failures()")),
                        test("session.StopAfterFailuresTest#failuresOfOthersStopNobody")),
                new PlantedBug(
                        141,
                        "a folder that holds a file of people may be public",
                        List.of(Patch.engine("policy.SharedRows", "ParquetFiles.of(path)", "List.of(path)")),
                        test("policy.SharedRowsTest#aFileOfPeopleIsNotPublicByAnyOtherName")),
                new PlantedBug(
                        142,
                        "roles of a column are those of another whose table has a dot in its name",
                        List.of(Patch.engine(
                                "policy.Access",
                                "columns.getOrDefault(table, Map.of()).get(column)",
                                "columns.entrySet().stream().flatMap(each -> each.getValue().entrySet().stream()"
                                        + ".filter(one -> (each.getKey() + '.' + one.getKey())"
                                        + ".equals(table + '.' + column))).map(Map.Entry::getValue).findFirst()"
                                        + ".orElse(null)")),
                        test("policy.NamesWithDotsTest#rolesOfAColumnAreNotThoseOfAnother")),
                new PlantedBug(
                        145,
                        "an answer of live data is given again for ever",
                        List.of(Patch.engine(
                                "session.KeepAnswers",
                                "key.endsWith(LIVE) ? stored.filter(this::isRecent) : stored",
                                "stored")),
                        test("session.BooksOfAPolicyTest#whatIsGivenAgainPaidAndLoggedIsWhatTheModelSays")),
                new PlantedBug(
                        145,
                        "an answer that one account paid for is given to another",
                        List.of(Patch.engine(
                                "session.KeepAnswers",
                                "policy.dataset(), account, policy",
                                "policy.dataset(), policy")),
                        test("session.BooksOfAPolicyTest#whatIsGivenAgainPaidAndLoggedIsWhatTheModelSays")),
                new PlantedBug(
                        146,
                        "an analyst is told what others spent of the account of all",
                        List.of(Patch.engine(
                                "session.Charging", "throw AccountWords.ofAll(refusal.code());", "throw refusal;")),
                        test("session.WhoIsToldWhatIsLeftTest#onlyTheOwnerHearsWhatOthersSpentOrFailed")),
                new PlantedBug(
                        147,
                        "an entry's hash leaves out who asked",
                        List.of(
                                Patch.engine(
                                        "ledger.book.Entry",
                                        "                kind.name(),\n                account,\n                window,\n                who,",
                                        "                kind.name(),\n                account,\n                window,\n                \"\",")),
                        test("ledger.book.HashOfAnEntryTest#noTwoEntriesThatSayDifferentThingsHaveOneHash")),
                new PlantedBug(
                        143,
                        "rows are names of columns where lines end with CR alone",
                        List.of(Patch.engine(
                                "source.FirstLine", "boolean alone = behind > end", "boolean alone = behind < 0")),
                        test("source.DeclareSourceTest#rowsAreNoNamesOfColumnsWhereLinesEndWithCrAlone")),
                new PlantedBug(
                        74,
                        "a clock that went back begins a budget anew",
                        List.of(Patch.engine(
                                "ledger.book.AccountState",
                                "return now.compareTo(window) <= 0",
                                "return now.equals(window)")),
                        test("ledger.book.AccountStateTest#aWindowThatWentBackHasNoNewBudget")));
    }
}
