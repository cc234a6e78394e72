package dev.pulse.server.job;

import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.List;

/** Leases on their way into a statement and back. */
final class LeaseColumns {
  private LeaseColumns() {}

  static Sql.Call bind(Sql.Call call, List<Lease> leases) throws SQLException {
    return call.set("jobs", jobs(leases))
        .set("workers", workers(leases))
        .set("fences", fences(leases));
  }

  static Sql.Given bind(Sql.Given statement, List<Lease> leases) {
    return statement
        .set("jobs", jobs(leases))
        .set("workers", workers(leases))
        .set("fences", fences(leases));
  }

  private static long[] jobs(List<Lease> leases) {
    return leases.stream().mapToLong(Lease::job).toArray();
  }

  private static long[] workers(List<Lease> leases) {
    return leases.stream().mapToLong(Lease::worker).toArray();
  }

  private static int[] fences(List<Lease> leases) {
    return leases.stream().mapToInt(Lease::fence).toArray();
  }

  static Lease read(Row row) throws SQLException {
    return new Lease(row.number("seq"), row.number("worker"), row.count("tries"));
  }
}
