package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema, the reader and the reference know the same keys. */
class JsonSchemaTest {
    private static final Path SCHEMA = Path.of("../docs/reference/tacit.schema.json");
    private static final Path REFERENCE = Path.of("../docs/reference/policy.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void theFileIsWhatIsPrinted() throws IOException {
        if ("write".equals(System.getProperty("tacit.scripts"))) {
            Files.writeString(SCHEMA, JsonSchema.text());
        }
        assertThat(Files.readString(SCHEMA)).isEqualTo(JsonSchema.text());
    }

    @Test
    void theSchemaIsASchema() throws IOException {
        JsonNode metaSchema = new ObjectMapper().readTree(JsonSchema.text());
        com.networknt.schema.JsonSchema draft = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertThat(draft.validate(metaSchema)).isEmpty();
    }

    @Test
    void everyKeyIsInTheReferenceWithItsMeaning() throws IOException {
        String reference = Files.readString(REFERENCE);
        List<String> missing = new ArrayList<>();
        everyKey(PolicyShape.ROOT, "", (path, key) -> {
            if (!reference.contains("`" + path + "`")) {
                missing.add(path);
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void theExamplesOfTheReferencePassSchemaAndReader() throws IOException, SQLException {
        Shop shop = Shop.in(folder);
        Matcher examples = EXAMPLE.matcher(Files.readString(REFERENCE));
        int count = 0;
        while (examples.find()) {
            count++;
            assertThat(problems(examples.group(1))).isEmpty();
            assertThat(shop.check(examples.group(1)).errors())
                    .extracting(Finding::text)
                    .isEmpty();
        }
        assertThat(count).isPositive();
    }

    @Test
    void theGoodPolicyPassesTheSchema() {
        assertThat(problems(Shop.GOOD)).isEmpty();
    }

    /** Each line is wrong for the schema as it is for the reader. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dataset: shop|datset: shop",
                "epsilon: 0.5|epsilon: 0",
                "epsilon: 0.5|epsilon: 21",
                "delta: 1e-8|delta: 1",
                "max_groups: 10|max_groups: 2.5",
                "public: true|public: maybe",
                "[0, 120]|[0]",
                "refresh: yearly|refresh: hourly",
                "person: id|person: {through: a}",
                "id: INTEGER|id: [INTEGER]",
                "[role:student]|[]",
                "ada: [student]|ada: student",
                "  ada:|  a/b:",
                "hidden: true|hiden: true"
            })
    void schemaAndReaderRefuseTheSame(String change) throws IOException, SQLException {
        String[] sides = change.split("\\|", -1);
        String wrong = Shop.GOOD.replace(sides[0], sides[1]);
        assertThat(problems(wrong)).isNotEmpty();
        assertThat(Shop.in(folder).check(wrong).errors()).isNotEmpty();
    }

    /**
     * A key that the shape knows and the reader does not would be said to have no effect in the example of all keys.
     */
    @Test
    void theSchemaHasEveryKeyOfTheReader() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(JsonSchema.text());
        List<String> missing = new ArrayList<>();
        everyKey(PolicyShape.ROOT, "", (path, key) -> {
            if (!schema.toString().contains("\"" + key.name() + "\":{\"description\":")) {
                missing.add(path);
            }
        });
        assertThat(missing).isEmpty();
    }

    @FunctionalInterface
    interface Visitor {
        void visit(String path, Shape.Key key);
    }

    /** Walks all keys of a shape, each with its path. */
    static void everyKey(Shape shape, String path, Visitor visitor) {
        if (shape instanceof Shape.Keys keys) {
            for (Shape.Key key : keys.keys()) {
                String at = CheckShape.join(path, key.name());
                visitor.visit(at, key);
                everyKey(key.shape(), at, visitor);
            }
        } else if (shape instanceof Shape.Named named) {
            everyKey(named.value(), path + ".NAME", visitor);
        } else if (shape instanceof Shape.Either either) {
            either.shapes().forEach(each -> everyKey(each, path, visitor));
        }
    }

    private static List<String> problems(String policy) {
        Optional<YamlValue.Fields> tree = ReadYaml.read(policy, new Findings());
        com.networknt.schema.JsonSchema schema =
                JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(JsonSchema.text());
        return schema.validate(json(tree.orElseThrow())).stream()
                .map(message -> message.getMessage())
                .toList();
    }

    /** As YAML 1.2 reads it, which editors use. */
    private static JsonNode json(YamlValue value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value instanceof YamlValue.Fields fields) {
            ObjectNode object = nodes.objectNode();
            fields.fields().forEach(field -> object.set(field.key(), json(field.value())));
            return object;
        }
        if (value instanceof YamlValue.Items items) {
            ArrayNode array = nodes.arrayNode();
            items.items().forEach(item -> array.add(json(item)));
            return array;
        }
        YamlValue.Scalar scalar = (YamlValue.Scalar) value;
        if (scalar.plain() && scalar.text().matches("true|false")) {
            return nodes.booleanNode(scalar.text().equals("true"));
        }
        if (scalar.plain() && scalar.text().matches("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?")) {
            return nodes.numberNode(new BigDecimal(scalar.text()));
        }
        return nodes.textNode(scalar.text());
    }
}
