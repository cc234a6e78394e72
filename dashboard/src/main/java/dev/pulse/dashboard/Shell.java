package dev.pulse.dashboard;

import java.util.List;

/**
 * What stands around every page.
 *
 * @param title of the page
 * @param at the page's address
 * @param nav the navigation
 * @param user who looks; empty: nobody was asked
 * @param token what forms must repeat
 * @param theme {@code light}, {@code dark}, or empty: as the system says
 * @param revision of what is shown, so that only what changed is sent
 * @param live whether it is kept up to date
 */
record Shell(
    String title,
    String at,
    List<Pages.Entry> nav,
    String user,
    String token,
    String theme,
    String revision,
    boolean live) {

  String path() {
    int query = at.indexOf('?');
    return query < 0 ? at : at.substring(0, query);
  }
}
