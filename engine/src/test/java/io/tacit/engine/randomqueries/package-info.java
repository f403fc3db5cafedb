/**
 * Random queries that are accepted, each printed twice: as an analyst writes it for Tacit, and as plain SQL for DuckDB
 * that says the same under the documented rules. The plain text never comes from Tacit's own printers.
 */
package io.tacit.engine.randomqueries;
