package dev.pulse.dashboard;

/**
 * What is to be seen at an address, the same for everybody who looks.
 *
 * @param title for the browser's tab
 * @param template draws it, by the parameter {@code page}
 * @param page what the template is given
 */
record Screen(String title, String template, Object page) {}
