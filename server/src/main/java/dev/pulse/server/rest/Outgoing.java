package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpResponse;

/** What goes back to a client: JSON as a rule, a page or a stream where that was asked for. */
interface Outgoing {
  HttpResponse send();
}
