# For tests of scripts; to be sourced by sh, with `script` set. refuses TEXT argument...: $script refuses the arguments in one
# line with TEXT in it and exit status 2; else it is said, and counted in `failures`.
failures=0
refuses() {
  text=$1
  shift
  status=0
  said=$("$script" "$@" 2>&1) || status=$?
  case $said in *"$text"*) ;; *) status="$status, without '$text'" ;; esac
  if [ "$status" != 2 ] || [ "$(printf '%s\n' "$said" | wc -l)" != 1 ]; then
    echo "${script##*/} $*: exit status $status, said: $said" >&2
    failures=$((failures + 1))
  fi
}
