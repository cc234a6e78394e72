package dev.pulse.dashboard;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Draws templates, which the build has made classes of this package. */
final class Templates {
  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(
          null,
          ContentType.Html,
          Templates.class.getClassLoader(),
          Templates.class.getPackageName());

  String draw(Screen screen) {
    return draw(screen.template(), Map.of("page", screen.page()));
  }

  String draw(String template, Map<String, Object> given) {
    var out = new StringOutput();
    engine.render(template + ".jte", given, out);
    return out.toString();
  }
}
