package dev.pulse.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may know whom. The rooms and their directions are drawn in ARCHITECTURE.md. */
class DirectionsTest {
  /** Built before this test runs; examples and benchmarks come later and nobody builds on them. */
  private static final List<String> ROOMS =
      List.of("api", "sdk", "server", "testing", "agents", "dashboard", "cli");

  /** The classes of the command line that put a server together; every other one is a client. */
  private static final Set<String> COMPOSITION =
      Set.of(
          "dev.pulse.cli.DashboardCommand",
          "dev.pulse.cli.DatabaseCheck",
          "dev.pulse.cli.DoctorCommand",
          "dev.pulse.cli.Insider",
          "dev.pulse.cli.ListenOptions",
          "dev.pulse.cli.MigrateCommand",
          "dev.pulse.cli.PulseCommand",
          "dev.pulse.cli.Serving",
          "dev.pulse.cli.Store");

  private static final JavaClasses OURS = read(ROOMS);

  @Test
  void everyRoomWasRead() {
    for (String room : Repository.rooms()) {
      if (ROOMS.contains(room)) {
        assertThat(read(List.of(room)))
            .as("classes of " + room + "; was the whole tree built?")
            .isNotEmpty();
      }
    }
  }

  @Test
  void theKernelKnowsOnlyPostgres() {
    classes()
        .that(resideInAPackage("dev.pulse.server.job.."))
        .should()
        .onlyDependOnClassesThat(
            notOursBut("dev.pulse.server.job..", "dev.pulse.server.postgres.."))
        .because("everything that executes is a job; a job knows nothing of who made it")
        .check(OURS);
  }

  @Test
  void postgresKnowsNobody() {
    classes()
        .that(resideInAPackage("dev.pulse.server.postgres.."))
        .should()
        .onlyDependOnClassesThat(notOursBut("dev.pulse.server.postgres.."))
        .check(OURS);
  }

  @Test
  void packagesOfTheServerFormNoCircle() {
    slices().assignedFrom(new ServerPackages()).should().beFreeOfCycles().check(OURS);
  }

  @Test
  void onlyTheCompositionReachesIntoTheServer() {
    noClasses()
        .that(resideOutsideOfPackages("dev.pulse.server..", "dev.pulse.testing.."))
        .and(DescribedPredicate.not(composition()))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.pulse.server.."))
        .because("a client that needs more than the SDK shows that the SDK lacks something")
        .check(OURS);
  }

  @Test
  void whatUsersImportKnowsNothingOfTheServer() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("dev.pulse.server.."))
        .allowEmptyShould(true) // everyRoomWasRead tells an empty room from one that was not read
        .check(read(List.of("api", "sdk")));
  }

  @Test
  void onlyTheServerTouchesTheDatabase() {
    noClasses()
        .that(resideOutsideOfPackages("dev.pulse.server.."))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "com.zaxxer..")
        .check(OURS);
  }

  private static JavaClasses read(List<String> rooms) {
    Path root = Repository.root();
    return new ClassFileImporter()
        .importPaths(
            rooms.stream().map(room -> root.resolve(room).resolve("target/classes")).toList());
  }

  private static DescribedPredicate<JavaClass> notOursBut(String... packages) {
    return resideOutsideOfPackages("dev.pulse..")
        .or(JavaClass.Predicates.resideInAnyPackage(packages))
        .as("are not ours, or in " + String.join(", ", packages));
  }

  private static DescribedPredicate<JavaClass> composition() {
    return DescribedPredicate.describe(
        "put a server together",
        type ->
            COMPOSITION.contains(type.getBaseComponentType().getName().replaceFirst("\\$.*", "")));
  }

  /** The packages below {@code dev.pulse.server}, and that itself: where they are put together. */
  private static final class ServerPackages implements SliceAssignment {
    private static final String SERVER = "dev.pulse.server";

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      if (name.equals(SERVER)) {
        return SliceIdentifier.of("composition");
      }
      return name.startsWith(SERVER + ".")
          ? SliceIdentifier.of(name.substring(SERVER.length() + 1).replaceFirst("\\..*", ""))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of the server";
    }
  }
}
