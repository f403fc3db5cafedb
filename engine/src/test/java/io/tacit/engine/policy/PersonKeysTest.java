package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose people are found through another: who may read which of the two, and who says that the key is unique. */
@NullUnmarked
class PersonKeysTest {
    private static final String CUSTOMER = "    person: id\n";
    private static final String ORDERS = "    person: {through: customer_id, to: customer.id}\n";

    @TempDir
    Path folder;

    private List<String> found(String policy) throws IOException, SQLException {
        return Shop.in(folder).check(policy).findings().stream()
                .map(Finding::text)
                .toList();
    }

    private static String roles(List<String> roles) {
        return roles.isEmpty() ? "" : "    roles: " + roles + "\n";
    }

    /** Every set of roles at the one and at the other; without roles everybody may read a table. */
    @Test
    void whoMayReadATableMayReadTheOneThatItLeadsTo() throws IOException, SQLException {
        List<List<String>> all = List.of(List.of(), List.of("student"), List.of("staff"), List.of("student", "staff"));
        for (List<String> orders : all) {
            for (List<String> customer : all) {
                String policy =
                        Shop.GOOD.replace(CUSTOMER, CUSTOMER + roles(customer)).replace(ORDERS, ORDERS + roles(orders));
                boolean covered = customer.isEmpty()
                        || !orders.isEmpty() && Set.copyOf(customer).containsAll(orders);
                assertThat(found(policy).stream().anyMatch(text -> text.contains("Some may read orders")))
                        .as("orders " + orders + ", customer " + customer)
                        .isNotEqualTo(covered);
            }
        }
    }

    /** Whoever leads to a key says that it was checked; what its table says of another key does not count. */
    @Test
    void aKeyIsCheckedWhereItIsUsed() throws IOException, SQLException {
        for (boolean atLoose : List.of(false, true)) {
            for (boolean atItems : List.of(false, true)) {
                String policy = Shop.GOOD.replace(
                        "  countries:\n",
                        "  loose: {person: {through: k, to: items.order_id" + (atLoose ? ", unique: checked" : "")
                                + "}}\n  items: {person: {through: order_id, to: orders.id"
                                + (atItems ? ", unique: checked" : "") + "}}\n  countries:\n");
                assertThat(found(policy).stream().anyMatch(text -> text.contains("Nothing enforces")))
                        .as("at loose " + atLoose + ", at items " + atItems)
                        .isNotEqualTo(atLoose);
            }
        }
    }

    /** An owner who allows less than what is usual, and says nothing else, lets queries without options be asked. */
    @Test
    void usualValuesStayWithinTheLimits() throws IOException, SQLException {
        for (String delta : List.of("1e-6", "1e-8", "1e-9", "1e-12")) {
            for (String epsilon : List.of("2", "1", "0.1")) {
                Policy policy = Shop.in(folder)
                        .read(Shop.GOOD
                                .replace("defaults: {epsilon: 0.5, delta: 1e-8}\n", "")
                                .replace(
                                        "limits: {epsilon: 1, delta: 1e-6,",
                                        "limits: {epsilon: " + epsilon + ", delta: " + delta + ","));
                assertThat(policy.defaults().delta())
                        .as(delta)
                        .isEqualByComparingTo(new BigDecimal(delta).min(new BigDecimal("1e-8")));
                assertThat(policy.defaults().epsilon())
                        .as(epsilon)
                        .isEqualByComparingTo(new BigDecimal(epsilon).min(BigDecimal.ONE));
            }
        }
    }
}
