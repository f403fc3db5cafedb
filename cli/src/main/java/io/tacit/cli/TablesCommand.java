package io.tacit.cli;

import io.tacit.cli.text.HarmlessText;
import io.tacit.cli.text.TableText;
import io.tacit.cli.text.Terminal;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.session.SchemaTable;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tacit tables}: what may be asked about. */
@Command(
        name = "tables",
        mixinStandardHelpOptions = true,
        description = "Shows tables, their columns, and whose rows they hold. Spends nothing; of a policy it shows what"
                + " the analyst may name.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit tables visits.csv",
            "  tacit tables visits.csv orders.parquet --privacy-unit customer",
            "  tacit tables --policy tacit.yaml --analyst ada",
            "  tacit tables --source 'jdbc:postgresql://localhost/shop?user=reader'",
            "",
            "A text file's header and types are read to know its columns, unless they are kept beside it already."
        })
final class TablesCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "[NAME=]FILE",
            arity = "0..*",
            description = "Tables with people's rows; without a NAME called as their files.")
    private List<String> files = new ArrayList<>();

    @Mixin
    private final SourceOptions sources = new SourceOptions();

    @Mixin
    private final PolicyOptions policies = new PolicyOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        files.forEach(sources::addTable);
        DataEngine engine = EngineOfSources.with(DuckDbSettings.standard());
        boolean given = sources.given();
        if (policies.given(given)) {
            OpenSession.checkDecided(sources, spec.commandLine());
            List<SourceTable> tables = AnalystPolicy.hearing(() -> {
                Policy policy = policies.read(engine, "");
                return policy.tablesOf(policies.analyst(policy));
            });
            Catalog catalog =
                    new Catalog(tables.stream().map(SourceTable::table).toList());
            TableDescription.of(catalog).forEach(table -> show(table, table.whose()));
        } else if (sources.source().isPresent() && !sources.tablesGiven()) {
            sources.checkNothingDeclared(spec.commandLine(), "name it with --table or --privacy-unit");
            all(sources.source().get(), engine);
        } else {
            Map<DeclaredSource, Boolean> declared = DeclareTables.look(sources, engine);
            Catalog catalog = new Catalog(declared.keySet().stream()
                    .map(source -> source.table().table())
                    .toList());
            declared.forEach((source, said) -> {
                TableDescription table = TableDescription.of(source.table().table(), catalog);
                show(table, said ? table.whose() : "people; name their column with --privacy-unit COLUMN to ask");
            });
        }
        return CommandLine.ExitCode.OK;
    }

    /** Shows what there is on a server, for people who do not know yet what they want. */
    private void all(String address, DataEngine engine) {
        List<DeclaredSource> all = DeclareSource.allOnServer(address, engine);
        if (all.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The database has no table that its user may read.",
                    "GRANT SELECT on tables or views to the user.");
        }
        for (DeclaredSource source : all) {
            Table table = source.table().table();
            String name = table.name().substring(table.name().lastIndexOf('.') + 1);
            String named = name.equals(table.name()) ? "" : "--table " + name + "=" + table.name() + " ";
            show(
                    TableDescription.of(table, new Catalog(List.of(table))),
                    "people; name their column with " + named + "--privacy-unit " + name + ".COLUMN to ask");
            source.notices().forEach(notice -> spec.commandLine().getErr().println(Wrap.sentence(notice)));
        }
    }

    private void show(TableDescription table, String whose) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(HarmlessText.line(table.name() + " (rows of " + whose + ")"));
        out.println();
        out.println(TableText.of(SchemaTable.of(table), Terminal.columns()));
    }
}
