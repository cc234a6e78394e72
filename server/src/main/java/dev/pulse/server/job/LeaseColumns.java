package dev.pulse.server.job;

import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.List;

/** Leases on their way into a statement and back. */
final class LeaseColumns {
  private LeaseColumns() {}

  static Sql.Call bind(Sql.Call call, List<Lease> leases) throws SQLException {
    return call.set("jobs", leases.stream().mapToLong(Lease::job).toArray())
        .set("workers", leases.stream().mapToLong(Lease::worker).toArray())
        .set("fences", leases.stream().mapToInt(Lease::fence).toArray());
  }

  static Lease read(Row row) throws SQLException {
    return new Lease(row.number("seq"), row.number("worker"), row.count("tries"));
  }
}
