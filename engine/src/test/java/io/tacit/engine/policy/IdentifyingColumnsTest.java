package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which names of columns tell who somebody is: all words that are known, as people write them, and words that tell nothing. */
class IdentifyingColumnsTest {
    private static final Map<String, String> WORDS = Map.of(
            "an e-mail address", "email e_mail mail email_address emailaddr mail_2",
            "a person's name",
                    "first_name last_name full_name given_name family_name middle_name maiden_name nickname surname display_name"
                            + " login_name customer_name patient_name user_name visitor_name member_name student_name"
                            + " employee_name contact_name guest_name passenger_name author_name owner_name account_name username"
                            + " login",
            "a telephone number", "phone telephone tel mobile cell fax phone_no phone_number msisdn home_phone phone_1",
            "a postal address", "address addr street street_no street_name house_no house_number home_address",
            "a date of birth", "birth dob birth_date birthdate birthday date_of_birth born born_on",
            "a bank account or card", "iban bic card_no card_number credit_card account_no account_number",
            "an address on the network", "ip ip_address ip_addr mac_address user_agent device_id cookie",
            "a number that the state gave",
                    "ssn social_security social_security_no passport passport_number tax_id national_id nhs_number license_plate",
            "free text", "comment comments note notes remark remarks free_text message body review feedback",
            "a secret", "password passwd pwd secret token api_key");

    private static final List<String> NOTHING = List.of(
            "id",
            "country",
            "age",
            "total",
            "name",
            "amount",
            "day",
            "gender",
            "emails_sent",
            "mailbox",
            "phones",
            "streets",
            "borne",
            "biceps",
            "shipment",
            "tip",
            "zip_code",
            "recipe",
            "notebook",
            "bodies",
            "reviewed",
            "tokens",
            "cellar",
            "product_name",
            "town_name",
            "addressed",
            "taxi_id",
            "discount");

    @Test
    void everyWordIsKnownHoweverItIsWritten() {
        List<String> wrong = new ArrayList<>();
        WORDS.forEach((what, words) -> {
            for (String word : words.split(" ", -1)) {
                for (String written : List.of(
                        word, word.toUpperCase(Locale.ROOT), camel(word), word.replace('_', '-'), "old_" + word)) {
                    if (!IdentifyingColumns.named("orders", written).equals(Optional.of(what))) {
                        wrong.add(written + ": " + IdentifyingColumns.named("orders", written));
                    }
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void otherWordsTellNothing() {
        for (String word : NOTHING) {
            assertThat(IdentifyingColumns.named("orders", word)).as(word).isEmpty();
        }
    }

    /** A name is a person's where the table is of people. */
    @Test
    void theNameOfATableOfPeopleIsTheirs() {
        for (String people :
                List.of("customer", "customers", "patients", "Users", "clients", "shop_members", "student", "guests")) {
            assertThat(IdentifyingColumns.named(people, "name")).as(people).contains("a person's name");
            assertThat(IdentifyingColumns.named(people, "Name")).as(people).contains("a person's name");
        }
        for (String things : List.of("products", "countries", "towns", "accounting", "usage")) {
            assertThat(IdentifyingColumns.named(things, "name")).as(things).isEmpty();
        }
    }

    private static String camel(String word) {
        StringBuilder camel = new StringBuilder();
        for (String part : word.split("_", -1)) {
            camel.append(camel.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return camel.toString();
    }
}
