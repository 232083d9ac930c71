/** Returns a user unit for systemd. */
export function systemdUnit({ start, storage }: { start: readonly string[]; storage: string }): string {
  return `[Unit]
Description=agent-harness: a local control plane for automation runs
After=network.target

[Service]
ExecStart=${start.map(commandWord).join(" ")}
Environment=${word(`AGENT_HARNESS_STORAGE_DIR=${storage}`)}
# Tokens and the like, a line NAME=value for each; chmod 600 it.
EnvironmentFile=-%h/.config/agent-harness/environment
Restart=on-failure
RestartSec=2
# A patch that is being applied is completed first.
KillMode=mixed
TimeoutStopSec=90
UMask=0077

[Install]
WantedBy=default.target
`;
}

/** Returns a word of a command, with dollar signs escaped. */
const commandWord = (text: string): string => word(text.replaceAll("$", "$$$$"));

/** Returns a word of a unit file, quoted and escaped for systemd. */
function word(text: string): string {
  const literal = text.replaceAll("%", "%%");
  return /^[\w@+=:,./%$-]+$/.test(literal) ? literal : `"${literal.replaceAll(/["\\]/g, "\\$&")}"`;
}
