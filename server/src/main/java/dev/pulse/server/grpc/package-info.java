/** The gRPC door: the wire contract of {@code pulse.v1} on top of jobs and dispatch. */
@NullMarked
package dev.pulse.server.grpc;

import org.jspecify.annotations.NullMarked;
