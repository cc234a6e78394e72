package dev.pulse.server.status;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The door of status documents: whoever lives on files (plans, agents) puts here what is to be
 * shown of it. The server keeps a document as it came and never looks inside.
 */
public final class StatusDocuments {
  /** The largest document, in bytes of UTF-8. */
  public static final int LARGEST = Rules.LARGEST_DOCUMENT;

  /**
   * A put that changes nothing writes nothing, not even a row lock: publishers repeat themselves.
   * Empty when somebody else wrote the same meanwhile; then it is there to be found.
   */
  static final Sql PUT =
      Sql.of(
          """
          WITH same AS MATERIALIZED (
            SELECT * FROM pulse.status_document
            WHERE kind = :kind AND name = :name AND document::text = :document),
          written AS (
            INSERT INTO pulse.status_document AS s (kind, name, document, updated_by)
            SELECT :kind, :name, :document::json, :actor WHERE NOT EXISTS (SELECT FROM same)
            ON CONFLICT (kind, name) DO UPDATE SET document = excluded.document,
              updated_by = excluded.updated_by, updated_at = now()
              WHERE s.document::text <> excluded.document::text
            RETURNING *)
          SELECT kind, name, document, updated_at, updated_by FROM same
          UNION ALL
          SELECT kind, name, document, updated_at, updated_by FROM written
          """);

  static final Sql FIND =
      Sql.of("SELECT * FROM pulse.status_document WHERE kind = :kind AND name = :name");

  static final Sql LIST =
      Sql.of(
          """
          SELECT * FROM pulse.status_document
          WHERE kind = :kind AND name > coalesce(:after::text, '')
          ORDER BY name LIMIT :limit
          """);

  static final Sql REMOVE =
      Sql.of("DELETE FROM pulse.status_document WHERE kind = :kind AND name = :name RETURNING *");

  /** A page of the largest documents still fits into a message. */
  private static final int LONGEST_PAGE = 100;

  private final Database database;

  public StatusDocuments(Database database) {
    this.database = database;
  }

  /**
   * Puts it in the place of the one before. One that says the same stays as it was, with its time
   * and its author.
   */
  public StatusDocument put(String kind, String name, String document, String actor) {
    Rules.kind(kind);
    Rules.name(name);
    Rules.document(document);
    Optional<StatusDocument> put = Optional.empty();
    while (put.isEmpty()) {
      put =
          database.call(
              connection ->
                  PUT.on(connection)
                      .set("kind", kind)
                      .set("name", name)
                      .set("document", document)
                      .set("actor", actor)
                      .first(StatusDocuments::read));
    }
    return put.get();
  }

  public Optional<StatusDocument> find(String kind, String name) {
    Rules.kind(kind);
    Rules.name(name);
    return database.call(
        connection ->
            FIND.on(connection).set("kind", kind).set("name", name).first(StatusDocuments::read));
  }

  /** Those of a kind, by name. */
  public Page<StatusDocument> list(String kind, int limit, @Nullable String cursor) {
    Rules.kind(kind);
    if (limit < 1 || limit > LONGEST_PAGE) {
      throw StatusRefused.invalid("limit is between 1 and " + LONGEST_PAGE);
    }
    String after = cursor == null ? null : decoded(cursor);
    List<StatusDocument> items =
        database.call(
            connection ->
                LIST.on(connection)
                    .set("kind", kind)
                    .set("after", after)
                    .set("limit", (long) limit)
                    .list(StatusDocuments::read));
    return new Page<>(items, items.size() < limit ? null : encoded(items.getLast().name()));
  }

  /** Answers what was there. */
  public Optional<StatusDocument> remove(String kind, String name) {
    Rules.kind(kind);
    Rules.name(name);
    return database.call(
        connection ->
            REMOVE.on(connection).set("kind", kind).set("name", name).first(StatusDocuments::read));
  }

  private static StatusDocument read(Row row) throws SQLException {
    return new StatusDocument(
        row.text("kind"),
        row.text("name"),
        row.text("document"),
        row.instant("updated_at"),
        row.text("updated_by"));
  }

  private static String encoded(String name) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("STATUS|" + name).getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (plain.startsWith("STATUS|") && plain.indexOf('\0') < 0) {
        return plain.substring("STATUS|".length());
      }
    } catch (IllegalArgumentException e) {
      throw StatusRefused.invalid("cursor is not one that a list gave out");
    }
    throw StatusRefused.invalid("cursor is not one that this list gave out");
  }
}
