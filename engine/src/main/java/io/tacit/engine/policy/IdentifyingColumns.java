package io.tacit.engine.policy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Guesses from names which columns tell who somebody is. Noise protects the answers in which such a column is a key as
 * it protects others, but hardly a value is shared by enough people to appear: who asks pays for nothing.
 */
final class IdentifyingColumns {
    private static final String PEOPLE = "(?:customer|cust|patient|person|user|client|visitor|member|student|employee"
            + "|subscriber|contact|guest|passenger|author|owner|account)";

    /** What a name tells, by the words of which it is made, divided by underscores. */
    private static final Map<String, Pattern> NAMES = Map.of(
            "an e-mail address", words("e_?mail|e_?mail_?addr(?:ess)?|mail"),
            "a person's name",
                    words("(?:first|last|full|given|family|middle|maiden|nick|sur|display|login|" + PEOPLE
                            + ")_?name|surname|username|login"),
            "a telephone number", words("phone|telephone|tel|mobile|cell|fax|phone_?(?:no|number)|msisdn"),
            "a postal address", words("address|addr|street|street_?(?:no|name|address)|house_?(?:no|number)"),
            "a date of birth", words("birth|dob|birth_?(?:date|day)|date_?of_?birth|born|born_?on"),
            "a bank account or card", words("iban|bic|card_?(?:no|number)|credit_?card|account_?(?:no|number)"),
            "an address on the network", words("ip|ip_?addr(?:ess)?|mac_?addr(?:ess)?|user_?agent|device_?id|cookie"),
            "a number that the state gave",
                    words(
                            "ssn|social_?security(?:_?(?:no|number))?|passport|passport_?(?:no|number)|tax_?id|national_?id"
                                    + "|nhs_?(?:no|number)|license_?plate"),
            "free text", words("comments?|notes?|remarks?|free_?text|message|body|review|feedback"),
            "a secret", words("password|passwd|pwd|secret|token|api_?key"));

    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern OTHER_SIGNS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private IdentifyingColumns() {}

    private static Pattern words(String words) {
        return Pattern.compile("(?:.*_)?(?:" + words + ")(?:_?\\d+)?");
    }

    /**
     * What a column of people's rows seems to be, in words such as {@code an e-mail address}; empty where its name tells
     * nothing of the kind.
     *
     * @param keys columns that are different in each row, or that lead to people
     */
    static Optional<String> of(Table table, Column column, List<String> keys) {
        if (table.protection().ownColumns().stream().anyMatch(column.name()::equalsIgnoreCase)) {
            return Optional.of("what names the person");
        }
        if (keys.stream().anyMatch(column.name()::equalsIgnoreCase)) {
            return Optional.of("a key of single rows");
        }
        return named(table.name(), column.name());
    }

    /** What the name of a column tells, whoever its values are of; empty where it tells nothing of the kind. */
    static Optional<String> named(String table, String column) {
        String words = OTHER_SIGNS
                .matcher(CAMEL.matcher(column).replaceAll("_"))
                .replaceAll("_")
                .toLowerCase(Locale.ROOT);
        if (words.equals("name") && GuessPeople.namesPeople(table)) {
            return Optional.of("a person's name");
        }
        return NAMES.entrySet().stream()
                .filter(known -> known.getValue().matcher(words).matches())
                .map(Map.Entry::getKey)
                // An address may be one of e-mail or of a network, which come behind.
                .max(Comparator.naturalOrder());
    }
}
