package dev.pulse.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows under headings, narrowed until they fit the screen (C3). */
final class Table {
  private static final String GAP = "  ";
  private static final int NARROWEST = 5;

  /**
   * One column.
   *
   * @param whole never narrowed, because people copy from it
   */
  record Column(String heading, boolean whole) {
    static Column of(String heading) {
      return new Column(heading, false);
    }

    static Column whole(String heading) {
      return new Column(heading, true);
    }
  }

  /** One cell, and how its text is painted once it has been cut and padded. */
  record Cell(String text, UnaryOperator<String> paint) {
    static Cell of(Object text) {
      return new Cell(Screen.oneLine(String.valueOf(text)), UnaryOperator.identity());
    }

    Cell painted(UnaryOperator<String> paint) {
      return new Cell(text, paint);
    }
  }

  private final List<Column> columns;
  private final List<List<Cell>> rows = new ArrayList<>();

  Table(Column... columns) {
    this.columns = List.of(columns);
  }

  void row(Cell... cells) {
    rows.add(Arrays.asList(cells));
  }

  List<String> lines(int width, Palette palette) {
    int[] widths = widths(width);
    var lines = new ArrayList<String>();
    var headings =
        columns.stream().map(c -> Cell.of(c.heading()).painted(palette::heading)).toList();
    lines.add(line(headings, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths(int width) {
    int[] widths = new int[columns.size()];
    int total = GAP.length() * (widths.length - 1);
    for (int at = 0; at < widths.length; at++) {
      int column = at;
      widths[at] =
          rows.stream()
              .mapToInt(row -> length(row.get(column).text()))
              .reduce(columns.get(at).heading().length(), Math::max);
      total += widths[at];
    }
    for (; total > width; total--) {
      int widest = widest(widths);
      if (widest < 0) {
        return widths;
      }
      widths[widest]--;
    }
    return widths;
  }

  private int widest(int[] widths) {
    int widest = -1;
    for (int at = 0; at < widths.length; at++) {
      boolean narrower = !columns.get(at).whole() && widths[at] > NARROWEST;
      if (narrower && (widest < 0 || widths[at] > widths[widest])) {
        widest = at;
      }
    }
    return widest;
  }

  private static String line(List<Cell> cells, int[] widths) {
    var line = new StringBuilder();
    for (int at = 0; at < widths.length; at++) {
      Cell cell = cells.get(at);
      String text = cut(cell.text(), widths[at]);
      boolean last = at == widths.length - 1;
      line.append(cell.paint().apply(text));
      if (!last) {
        line.append(" ".repeat(widths[at] - length(text))).append(GAP);
      }
    }
    return line.toString();
  }

  private static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
