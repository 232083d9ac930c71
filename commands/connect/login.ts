import { AGENT_LOGIN, loginSecretName } from "../../store/shared/agent_login.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { leavingInterrupts } from "../terminal/interrupts.ts";
import { paint } from "../terminal/paint.ts";
import { askYesOrNo } from "../terminal/terminal.ts";
import type { FoundProvider } from "./list.ts";

/** What an agent's login command needs: a terminal, a browser, and the way to the network. Nothing that names a home. */
const PASSED_ON = [
  "PATH",
  "TERM",
  "COLORTERM",
  "LANG",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XDG_RUNTIME_DIR",
  "BROWSER",
  "HTTPS_PROXY",
  "NO_PROXY",
  "SSL_CERT_FILE",
];

/**
 * Gives an agent a login: runs its unmodified login command in an empty home directory, which is removed afterwards, and stores the
 * token that the person copies from it. Returns whether a login was stored. Throws `UsageError` for an agent that works with keys alone.
 */
export async function giveLogin(
  shell: Shell,
  { call }: ServiceClient,
  { id, label, login, detail }: FoundProvider,
): Promise<boolean> {
  if (!login) {
    throw new UsageError(
      `${
        oneLine(label)
      } cannot be given a login: it would have to be inside of the sandbox, where the commands of a task ` +
        `could read it. Use a key of a provider. ${oneLine(detail)}`,
    );
  }
  const { command, token, address, note } = login;
  const { output, terminal } = shell;
  const line = oneLine(command.join(" "));
  output.talk(
    `${
      oneLine(label)
    } can have a login for this service alone. Its own command "${line}" runs in an empty home directory, ` +
      `so your own login is neither read nor changed. You copy the token that it prints into the vault. A proxy outside of the ` +
      `sandbox adds it to requests to ${
        oneLine(address)
      } and to no others; the agent and its commands cannot read it. ` +
      `It is in no backup, and agent-harness disconnect ${id} erases it.`,
  );
  output.talk(paint.yellow(oneLine(note)));
  if (!await askYesOrNo(terminal, `Run ${line} now?`, false)) return false;
  const problem = await runLogin(command);
  if (problem !== null) {
    output.talk(`${paint.red("✗")} ${oneLine(problem)}`);
    return false;
  }
  const value = await askForToken(shell, new RegExp(token));
  if (value === null) return false;
  const name = loginSecretName(id);
  const [known] = await call("GET /secrets", {
    query: { provider: id, status: "present", kind: AGENT_LOGIN },
  });
  await call("POST /secrets", {
    body: {
      name,
      kind: AGENT_LOGIN,
      provider: id,
      value,
      metadata: { address },
      ...(known && { id: known.id }),
    },
  });
  return true;
}

/** Asks whether an agent is to have a login instead of a key. A key is the usual way: every provider allows it for any program. */
export async function prefersLogin({ terminal }: Shell, { label }: FoundProvider): Promise<boolean> {
  const question = `${oneLine(label)} with a key of a provider, or with its own login? [K/l] `;
  return (await terminal.ask(question))?.trim().toLowerCase() === "l";
}

/** Returns why the command did not succeed; null if it did. */
async function runLogin([program = "", ...args]: readonly string[]): Promise<string | null> {
  const home = await Deno.makeTempDir({ prefix: "agent-harness-login-" });
  const kept = PASSED_ON.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  try {
    const env = { ...Object.fromEntries(kept), HOME: home, TMPDIR: home };
    const command = new Deno.Command(program, { args, cwd: home, clearEnv: true, env });
    const { success, code } = await leavingInterrupts(() => command.spawn().status);
    return success ? null : `${program} ended with exit code ${code}. Nothing was stored.`;
  } catch (cause) {
    return `${program} could not be started: ${messageOf(cause)}`;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function askForToken({ output, terminal }: Shell, token: RegExp): Promise<string | null> {
  for (;;) {
    const value = (await terminal.hidden("The token that it printed (not shown; Enter to stop): "))?.trim();
    if (!value) return null;
    if (token.test(value)) return value;
    output.talk(paint.yellow("That is not a token of this command: it was cut, or has a line break in it."));
  }
}
