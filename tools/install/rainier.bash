# Completion of rainier's commands, options, drives and hosts, from what the command says of itself.
_rainier_commands() { "$1" "${@:2}" --help 2>/dev/null | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z]*\)  .*/\1/p'; }
_rainier_options() { "$1" "${@:2}" --help 2>/dev/null | sed -n 's/^  \(-[a-z],\)\{0,1\}\(--[a-z-]*\).*/\2/p'; }
_rainier_listed() { "$1" list 2>/dev/null | sed -n "/^$2/,/^[a-z]/s/^  \([^ ]*\).*/\1/p"; }

_rainier() {
  local tool=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local -a path=()
  local i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -* ]] && break
    ((${#path[@]} == 0)) || [[ ${path[0]} == trace || ${path[0]} == import ]] || break
    ((${#path[@]} < 2)) || break
    path+=("${COMP_WORDS[i]}")
  done
  case $before in
    --drive) COMPREPLY=($(compgen -W "$(_rainier_listed "$tool" drives)" -- "$word")) && return ;;
    --host) COMPREPLY=($(compgen -W "$(_rainier_listed "$tool" hosts)" -- "$word")) && return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_rainier_options "$tool" "${path[@]}")" -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -W "$(_rainier_commands "$tool" "${path[@]}")" -- "$word"))
  case ${path[0]:-} in
    show | spec | pts | endurance | validate)
      COMPREPLY+=($(compgen -W "$(_rainier_listed "$tool" drives)" -- "$word")) ;;
  esac
  ((${#path[@]} == 0)) || COMPREPLY+=($(compgen -f -- "$word"))
}
complete -o filenames -F _rainier rainier
