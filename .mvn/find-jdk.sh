# Sourced by the launchers and ./mvnw. find_jdk MAJOR prints the home of a JDK of that major version or newer
# (find_jdk MAJOR exact: of just that version; find_jdk MAJOR newer java: one that need not compile): JAVA_HOME
# first, then the PATH, then the usual folders, or, where PULSE_JDKS names one, the folders in it.
find_jdk() {
  wanted=$1 exact=${2:-} program=${3:-javac}
  if [ -n "${PULSE_JDKS:-}" ]; then
    set -- "$PULSE_JDKS"/*
  else
    set -- /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /opt/java/* /opt/jdk* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home
  fi
  for home in "${JAVA_HOME:-}" "$(jdk_on_path)" "$@"; do
    [ -n "$home" ] && [ -x "$home/bin/$program" ] && [ -r "$home/release" ] || continue
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    [ -n "$major" ] || continue
    if [ "$exact" = exact ]; then
      [ "$major" -eq "$wanted" ] || continue
    else
      [ "$major" -ge "$wanted" ] || continue
    fi
    printf '%s\n' "$home"
    return 0
  done
  return 1
}

jdk_on_path() {
  java=$(command -v java) || return 0
  dirname "$(dirname "$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")")"
}
