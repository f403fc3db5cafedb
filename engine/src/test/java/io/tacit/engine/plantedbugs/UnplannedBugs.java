package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** Changes that somebody invented and no test noticed at first. */
final class UnplannedBugs {
    /** What stands behind the rules of ownership, and refuses what they forget. */
    private static final Patch NO_SECOND_LOOK = Patch.engine(
            "ownership.CheckCut",
            "if (!mayBeRead && !(mayReadPeople && catalog.table(name).isPresent())) {",
            "if (!mayBeRead && catalog.table(name).isEmpty()) {");

    private UnplannedBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        87,
                        "a set operation is taken for one person's where one of its branches is",
                        List.of(
                                Patch.engine(
                                        "ownership.SetOperationOwners",
                                        "people.forEach(branch -> bound.retainAll(branch.bound()));",
                                        "people.forEach(branch -> bound.addAll(branch.bound()));"),
                                NO_SECOND_LOOK),
                        test("session.BoundRowsTest#branchesOfSetOperationsAreAllOfThePerson")),
                new PlantedBug(
                        87,
                        "the side that a join keeps is taken for one person's where the other is",
                        List.of(
                                Patch.engine(
                                        "ownership.JoinOwners",
                                        "case LEFT -> bound.addAll(left.bound());",
                                        "case LEFT -> { bound.addAll(left.bound()); bound.addAll(right.bound()); }"),
                                NO_SECOND_LOOK),
                        test("session.BoundRowsTest#sidesThatAJoinKeepsAreOfThePerson")),
                new PlantedBug(
                        88,
                        "another key than the person's asks for the person's rows by IN",
                        List.of(Patch.engine(
                                "ownership.SubqueryOwners",
                                "&& people.lineage().domain(operand).equals(domain)",
                                "&& people.lineage().domain(operand).isPresent()")),
                        test("session.BoundRowsTest#otherNumbersDoNotAskForThePerson")),
                new PlantedBug(
                        89,
                        "the first and last values of a window depend on the order of equal rows",
                        List.of(Patch.engine(
                                "ownership.WindowOwners",
                                "|| OF_PLACES.contains(kind) || OF_FRAMES.contains(kind)",
                                "|| OF_FRAMES.contains(kind)")),
                        test("session.WindowTiesTest#equalRowsAreToldApartByTheirValuesAlone")),
                new PlantedBug(
                        90,
                        "the parts of a person of two columns are put together without their lengths",
                        List.of(Patch.engine(
                                "ownership.ScanOwner",
                                "pieces.add(rex.makeAbstractCast(text, rex.makeCall(SqlStdOperatorTable.CHAR_LENGTH,"
                                        + " value), false));",
                                "")),
                        test("session.SeveralColumnsAreThePersonTest#noTwoPairsAreOnePerson")),
                new PlantedBug(
                        91,
                        "a set operation has the declared values of its first branch",
                        List.of(Patch.engine(
                                "ownership.ColumnLineage",
                                "&& column.get().domain().equals(first.get().domain())",
                                "")),
                        test("session.DomainsOfSetOperationsTest#onlyBranchesOfTheSameValuesHaveThem")),
                new PlantedBug(
                        92,
                        "a selection by chance is given all people, not those beyond the least number",
                        List.of(Patch.engine(
                                "release.SelectGroups",
                                "geometric -> noise.keeps(geometric, counted.get()));",
                                "geometric -> noise.keeps(geometric, users));")),
                        test("session.LeastPeopleTest#groupsOfTheLeastNumberHardlyAppearAndLargerOnesDo")),
                new PlantedBug(
                        93,
                        "an interval counts what is likely to be cut off, not the most",
                        List.of(Patch.engine(
                                "release.CutOff",
                                "return new CutOff(Math.ceil(below.high()), Math.ceil(above.high()));",
                                "return new CutOff(Math.ceil(below.value()), Math.ceil(above.value()));")),
                        test("release.CutOffTest#totalsCountTheMostThatMayBeCutOff")),
                new PlantedBug(
                        93,
                        "the interval of a number of different values says nothing of what its limit cuts off",
                        List.of(Patch.engine(
                                "rewrite.TotalLimits",
                                "return Optional.of(distinct.limits());",
                                "return Optional.empty();")),
                        test("release.CutOffTest#totalsCountTheMostThatMayBeCutOff")),
                new PlantedBug(
                        94,
                        "a failure is counted on no account",
                        List.of(Patch.engine(
                                "ledger.book.SqlLedger",
                                "for (AccountTerms account : request.accounts()) {",
                                "for (AccountTerms account : List.<AccountTerms>of()) {")),
                        test("session.StopAfterFailuresTest#theAccountOfAllCountsEachAnalystsFailures")),
                new PlantedBug(
                        95,
                        "the side of a join that may be missing is counted as if it never were",
                        List.of(Patch.engine(
                                "rewrite.NeverNull",
                                ": !join.getJoinType().generatesNullsOnRight() && is(join.getRight(), field -"
                                        + " leftWidth);",
                                ": is(join.getRight(), field - leftWidth);")),
                        test("session.MissingSidesTest#valuesOfAMissingSideAreNotCounted")),
                new PlantedBug(
                        96,
                        "people without a value of one column are paid for with those who have one of another",
                        List.of(Patch.engine(
                                "rewrite.SplitPeople", "|| !common.orElse(rows.get()).equals(rows.get())", "")),
                        test("session.SplitPeopleTest#onlyWhereAllNumbersAreOfTheSameValues")),
                new PlantedBug(
                        97,
                        "a column that the policy reads as another type has no NULL because the file's has none",
                        List.of(Patch.engine(
                                "policy.ReadColumns",
                                "column.nullable() || !type.equals(column.type()),",
                                "column.nullable(),")),
                        test("policy.PolicyFileTest#aColumnOfAnotherTypeMayBeNull")),
                new PlantedBug(
                        98,
                        "a query that was stopped counts as one that failed, and is kept as such",
                        List.of(Patch.engine(
                                "session.PolicyAccounting",
                                "if (!cancelled && !query.releases().isEmpty()) {",
                                "if (!query.releases().isEmpty()) {")),
                        test("session.StopAfterFailuresTest#whatIsStoppedIsNoFailure")),
                new PlantedBug(
                        99,
                        "what an account of rho pays is rounded down",
                        List.of(Patch.engine(
                                "ledger.book.Amounts",
                                "BookDecimals.up(PrivacyEvent.concentrated(request.events()).rho()),",
                                "BookDecimals.down(PrivacyEvent.concentrated(request.events()).rho()),")),
                        test("ledger.book.AccountStateTest#budgetsAreRoundedDownAndCostsUp")),
                new PlantedBug(
                        107,
                        "two blocks that ask the same with other options get one answer",
                        List.of(Patch.engine("ownership.PrivateAggregation", "&& clause.equals(other)", "")),
                        test("session.CanonicalQueryTest#everyOptionMakesAnotherRelease")),
                new PlantedBug(
                        108,
                        "what a limit cuts off above widens the interval of a consistent total below",
                        List.of(Patch.engine(
                                "release.ConsistentGroups",
                                ": new Shown(value, middle - width - cut.below(), middle + width + cut.above()),",
                                ": new Shown(value, middle - width - cut.above(), middle + width + cut.below()),")),
                        test("release.CutIntervalsTest#consistentTotalsAreWiderToo")),
                new PlantedBug(
                        109,
                        "the interval of a mean has nothing of what limits cut off",
                        List.of(Patch.engine(
                                "release.Outputs",
                                "return Shown.of(found.value(), found).and(cut.times(1 / people));",
                                "return Shown.of(found.value(), found).and(cut.times(0 / people));")),
                        test("release.CutIntervalsTest#aMeanIsWiderByItsShare")),
                new PlantedBug(
                        112,
                        "where people are portions, a least number of people raises the threshold by a part of one"
                                + " person",
                        List.of(Patch.engine(
                                "release.SelectGroups",
                                "return threshold.keeps(sum.subtract(calibration.hidden().multiply(person)), person);",
                                "return threshold.keeps(sum.subtract(calibration.hidden()), person);")),
                        test("release.ReleaseTest#withALeastNumberOfPeopleTheThresholdIsAsMuchHigher")),
                new PlantedBug(
                        117,
                        "who gives an option asks without the owner's least number of people",
                        List.of(Patch.engine(
                                "policy.Policy",
                                "defaults.minPeople(), defaults.reportMissing());",
                                "ceiling.minPeople(), defaults.reportMissing());")),
                        test("policy.PolicyFileTest#whatIsNotAskedForStaysAsTheOwnerSaysIt")),
                new PlantedBug(
                        118,
                        "a kept answer over a file outlives how its columns are declared",
                        List.of(Patch.engine(
                                "session.TallyAccounting",
                                "CanonicalQuery.digest(fingerprint, state, digest)",
                                "CanonicalQuery.digest(state, digest)")),
                        test("session.TallyTest#theSameQuestionOverOtherDeclarationsIsAnotherOne")),
                new PlantedBug(
                        119,
                        "OFFSET alone chooses public rows by the order in which an engine finds them",
                        List.of(Patch.engine(
                                "ownership.OrderDependence",
                                "return sort.fetch != null || sort.offset != null;",
                                "return sort.fetch != null;")),
                        test("session.OuterValuesTest#publicRowsAreChosenByAllTheirColumns")),
                new PlantedBug(
                        120,
                        "the interval of a computed value may end below the value",
                        List.of(Patch.engine(
                                "session.RunQuery",
                                "? new ConfidenceInterval(Math.min(a, number.doubleValue()), Math.max(b,"
                                        + " number.doubleValue()))",
                                "? new ConfidenceInterval(Math.min(a, number.doubleValue()), b)")),
                        test("session.RedrawnAnswersTest#anIntervalHoldsItsValue")),
                new PlantedBug(
                        121,
                        "more roles may read a table than the one through which its people are found",
                        List.of(Patch.engine(
                                "policy.CheckTables",
                                "&& needed.get().containsAll(table.roles().get());",
                                "&& table.roles().get().containsAll(needed.get());")),
                        test("policy.PersonKeysTest#whoMayReadATableMayReadTheOneThatItLeadsTo")),
                new PlantedBug(
                        122,
                        "a key finds the person of a row though nobody says that it was checked",
                        List.of(Patch.engine(
                                "policy.CheckTables",
                                "if (!enforced && !table.uniqueChecked()) {",
                                "if (!enforced && !target.get().uniqueChecked()) {")),
                        test("policy.PersonKeysTest#aKeyIsCheckedWhereItIsUsed")));
    }
}
