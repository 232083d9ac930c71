/** The supported shells, each with its completion script. */
export const SCRIPTS: Readonly<Record<string, (program: string) => string>> = { bash, zsh, fish };

/** The script for bash 3.2 and newer, which splits words at "=". */
function bash(program: string): string {
  return `# bash completion of agent-harness
_agent_harness() {
  local line value files="" current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$current" = "=" ] && current=""
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then files=1; continue; fi
    value="\${line%%$'\\t'*}"
    COMPREPLY+=("$value")
  done < <(${program} __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
  fi
}
complete -F _agent_harness agent-harness
`;
}

/** The script for zsh: sourced, or as a file \`_agent-harness\` in a directory of \`fpath\`. */
function zsh(program: string): string {
  return `#compdef agent-harness
# zsh completion of agent-harness
_agent_harness() {
  local line value described files
  local -a candidates
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then files=1; continue; fi
    value="\${line%%$'\\t'*}"
    described="\${value//:/\\\\:}"
    [[ "$line" == *$'\\t'* ]] && described+=":\${line#*$'\\t'}"
    candidates+=("$described")
  done < <(${program} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe -t values 'agent-harness' candidates
  [[ -n "$files" ]] && _files
  (( \${#candidates} )) || [[ -n "$files" ]]
}
if [[ "\${funcstack[1]}" == "_agent_harness" || "\${funcstack[1]}" == "_agent-harness" ]]; then
  _agent_harness "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _agent_harness agent-harness
fi
`;
}

/** The script for fish 3 and newer. */
function fish(program: string): string {
  return `# fish completion of agent-harness
function __agent_harness_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (${program} __complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c agent-harness -f -a '(__agent_harness_complete)'
`;
}
