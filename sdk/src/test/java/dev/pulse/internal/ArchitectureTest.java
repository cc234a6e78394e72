package dev.pulse.internal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.pulse", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule usersMeetNoTypeOfTheWire =
      noClasses()
          .that()
          .resideInAPackage("dev.pulse")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.pulse.v1..", "io.grpc..", "com.google..");

  @ArchTest
  static final ArchRule thereIsOneDoorToTheInside =
      classes()
          .that()
          .resideInAPackage("dev.pulse.internal..")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .be(Client.class);
}
