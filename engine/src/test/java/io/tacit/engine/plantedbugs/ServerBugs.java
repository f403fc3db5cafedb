package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** What only the SQL of a server can do wrong; those of PostgreSQL are found on a real one. */
final class ServerBugs {
    private ServerBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        160,
                        "functions that somebody made in a database take the place of the server's own, on PostgreSQL",
                        List.of(Patch.engine(
                                "backend.postgres.ServerAddress",
                                "\"SET search_path = pg_catalog, pg_temp\"",
                                "\"SET search_path = public, pg_catalog, pg_temp\"")),
                        test("backend.postgres.SettingsOfServerTest#noSettingOfADatabaseChangesAMeaning")),
                new PlantedBug(
                        161,
                        "of several columns without NULL one with a value is enough for a row to be read, on PostgreSQL",
                        List.of(Patch.engine(
                                "backend.server.ServerTables",
                                "String.join(\" AND \", present)",
                                "String.join(\" OR \", present)")),
                        test("backend.RowsThatAreReadTest#rowsWithoutAValueThatIsDeclaredAreLeftOut")),
                new PlantedBug(
                        162,
                        "columns of a DuckDB database are taken for columns without NULL, though some values become NULL",
                        List.of(Patch.engine(
                                "backend.duckdb.DescribeFile", " || !StoredType.isNeverLost(each.type())", "")),
                        test("backend.duckdb.DeclaredInDatabaseTest#whatIsDeclaredHoldsForWhatIsRead")),
                new PlantedBug(
                        100,
                        "a person keeps one group more than C_u, on PostgreSQL",
                        List.of(Patch.engine(
                                "dialect.postgres.PostgresStages",
                                "\"lag(\" + one + \", \" + most + \")",
                                "\"lag(\" + one + \", \" + (most + 1) + \")")),
                        test("session.PostgresSessionTest#theLimitOfGroupsHolds")),
                new PlantedBug(
                        101,
                        "the people of the group of an empty text are counted in that of NULL, too, on PostgreSQL",
                        List.of(Patch.engine(
                                "dialect.postgres.PostgresKeys",
                                "return \"(\" + left + \" IS NULL) = (\" + right + \" IS NULL) AND COALESCE(\"",
                                "return \"COALESCE(\"")),
                        test("session.PostgresSessionTest#eachPublicGroupHasItsOwnPeople")),
                new PlantedBug(
                        102,
                        "a key of a table holds for the rows of tables that inherit from it, on PostgreSQL",
                        List.of(Patch.engine(
                                "backend.postgres.DescribeServer",
                                " AND i.indpred IS NULL AND i.indexprs IS NULL AND \" + OF_ALL_ROWS",
                                " AND i.indpred IS NULL AND i.indexprs IS NULL\"")),
                        test("session.PostgresDoorsTest#keysOfATableThatOthersInheritFromAreNoKeys")),
                new PlantedBug(
                        103,
                        "a text is replaced by a setting of the cluster, on Spark",
                        List.of(Patch.engine("dialect.spark.SparkText", "\"'\\\\$\\\"\"", "\"'\\\\\\\"\"")),
                        test("dialect.spark.SparkTextTest#noSignOfATextMeansAnythingElse")),
                new PlantedBug(
                        104,
                        "texts that are no UTF-8 are read behind their end, on Spark",
                        List.of(Patch.engine(
                                "dialect.spark.SparkColumns",
                                "\"make_valid_utf8(collate(CAST(\" + column + \" AS STRING), 'UTF8_BINARY'))\"",
                                "\"collate(CAST(\" + column + \" AS STRING), 'UTF8_BINARY')\"")),
                        test("dialect.spark.SparkColumnsTest#everyTextIsMadeValidFirst")),
                new PlantedBug(
                        113,
                        "the queries of a run read the rows of an earlier one",
                        List.of(Patch.engine(
                                "session.RunQuery",
                                "backend.ifOpened(Backend::takeSnapshot);",
                                "backend.ifOpened(engine -> {});")),
                        test("session.SnapshotTest#aRunBeginsWithOne")),
                new PlantedBug(
                        114,
                        "with a public file beside it a server goes on reading the rows of its first query",
                        List.of(Patch.engine(
                                "backend.server.BesidePublicFiles", "server.takeSnapshot();", "server.dialect();")),
                        test("session.SnapshotTest#filesBesideAServerDoNotKeepItBack")),
                new PlantedBug(
                        115,
                        "of a value that is not found beside NULL it is said that it is not there, on Spark",
                        List.of(Patch.engine(
                                "dialect.ScalarToSql",
                                "|| dialect.stages().saysUnknown()",
                                "|| !dialect.stages().saysUnknown()")),
                        test("dialect.spark.SparkSearchTest#whereItMattersNullIsLookedFor")),
                new PlantedBug(
                        130,
                        "ESCAPE of ILIKE may be a letter, which some row finds at the end of the pattern's small"
                                + " letters",
                        List.of(Patch.engine("sql.LikeExpression", "anyCase && Character.isLetter(letter)", "false")),
                        test("sql.RefusedTextTest#isRefused")),
                new PlantedBug(
                        131,
                        "a power of e that vanishes is an error, on PostgreSQL",
                        List.of(Patch.engine(
                                "dialect.postgres.PostgresRounded",
                                "\" WHEN v.a < \" + FIRST_POSITIVE + \" THEN \" + ZERO + ",
                                "")),
                        test("sql.DenseOnServerTest#eachGivesTheSameAsDuckDb")),
                new PlantedBug(
                        139,
                        "a pattern of a row with many signs is an error, on PostgreSQL",
                        List.of(Patch.engine(
                                "dialect.postgres.PostgresPatterns",
                                "\"CASE WHEN length(v.b) - length(replace(v.b, '%', '')) <= \" + MOST_SIGNS + \"",
                                "\"CASE WHEN TRUE")),
                        test("sql.DenseOnServerTest#aPatternOfARowWithManySignsIsNoError")));
    }
}
