import type { Command } from "commander";
import { chooseDefault } from "../client/default_worker.ts";
import { changeProviderKey } from "../client/provider_key.ts";
import { type FoundProvider, listFound, present } from "./connect/list.ts";
import { askForKey, hasKey } from "./connect/key.ts";
import { giveLogin, prefersLogin } from "./connect/login.ts";
import { addServer, addServerOf } from "./connect/server.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import type { ServiceClient } from "./service/connection.ts";
import { connectOrStart, type StartOptions } from "./service/start.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { withProgress } from "./terminal/progress.ts";
import { askYesOrNo } from "./terminal/terminal.ts";

const HELP = `
Examples:
  $ agent-harness connect
  $ agent-harness connect ollama/qwen3
  $ agent-harness connect claude --login
  $ agent-harness connect --json

The key is not shown while you type it. It goes into the vault of the service, never on a command line. In a script, use
agent-harness secrets set, providers connect and providers test.`;

/** `connect`: lists available models and agents, asks for a key if needed, makes one test call, and sets the default. */
export function defineConnect(program: Command, { shell, finish }: Setup): void {
  const command = program.command("connect").helpGroup(GROUPS.start)
    .summary("connect a model or an agent")
    .description(
      "Connect a model or an agent: list what is on this machine, ask for a key if needed, make one test call, and set the default.",
    )
    .argument("[model]", "such as ollama/qwen3 or opencode; chosen from a list at a terminal")
    .option(
      "--login",
      "give the agent a login, made by its login command for this service alone, instead of a key",
    )
    .option("--no-start", "do not start a service")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (named: string | undefined) => {
    const options = command.optsWithGlobals<StartOptions & { login?: boolean }>();
    if (options.login && (named === undefined || !shell.terminal.interactive)) {
      throw new UsageError(
        "--login needs a terminal and the name of an agent, such as connect claude --login.",
      );
    }
    const connection = await connectOrStart(shell, options);
    if (named === undefined && (options.json || !shell.terminal.interactive)) {
      const found = await find(shell, connection);
      if (options.json) shell.output.json(found);
      else for (const line of listFound(found)) shell.output.data(line);
      return finish(EXIT.done);
    }
    const connected = await connectOne(shell, connection, named, options.login);
    finish(connected === "connected" ? EXIT.done : EXIT.failed);
  });
}

const find = async ({ output }: Shell, { call }: ServiceClient): Promise<readonly FoundProvider[]> =>
  (await withProgress(output, "Looking for models and agents", call("POST /providers/find"))).found;

/** The result of connecting: `none` if the person pressed Enter at the list. */
export type Connected = "connected" | "none" | "failed";

/** Lets a person choose one, tests it, and makes it the default. */
export async function connectOne(
  shell: Shell,
  connection: ServiceClient,
  named?: string,
  byLogin = false,
): Promise<Connected> {
  const found = await find(shell, connection);
  const wanted = named === undefined
    ? await choose(shell, connection, found)
    : await byName(shell, connection, found, named, byLogin);
  if (wanted === "none") return "none";
  return wanted !== null && await tryAndChoose(shell, connection, wanted) ? "connected" : "failed";
}

/** The provider to connect and, if named, one of its models; `added` is the server that was added for it just now. */
type Wanted = { provider: string; model?: string; agent: boolean; added?: string };

async function choose(
  shell: Shell,
  connection: ServiceClient,
  found: readonly FoundProvider[],
): Promise<Wanted | "none" | null> {
  const { output, terminal } = shell;
  const offered = present(found);
  const last = offered.length + 1;
  for (const line of listFound(found)) output.talk(line);
  output.talk(`${String(last).padStart(3)}  A model server at another address`);
  for (;;) {
    const answer = await terminal.ask(`Which one? [1–${last}] (Enter for none) `);
    if (answer === null) return null;
    if (answer.trim() === "") return "none";
    const number = Number(answer.trim());
    if (number === last) {
      const provider = await addServer(shell, connection);
      return provider === null ? null : { provider, agent: false, added: provider };
    }
    const one = offered[number - 1];
    if (one === undefined) continue;
    if (one.lacks && one.login && await prefersLogin(shell, one)) {
      return await giveLogin(shell, connection, one) ? wantedOf(one) : null;
    }
    if (one.lacks) return await wantedWithServer(shell, connection, one, one.lacks);
    if (one.state === "needs_key" && await askForKey(shell, connection, one) === null) return null;
    if (one.state === "ready" || one.state === "needs_key") return wantedOf(one);
    output.talk(`${paint.yellow("!")} ${oneLine(one.detail)}`);
  }
}

/** The server that an agent's configuration names is shown before it is used: who names the agent has not seen it. */
async function byName(
  shell: Shell,
  connection: ServiceClient,
  found: readonly FoundProvider[],
  named: string,
  byLogin: boolean,
): Promise<Wanted | null> {
  const [id = "", ...model] = named.split("/");
  const one = found.find((each) => each.id === id);
  if (one === undefined || one.state === "absent") {
    const others = present(found).map((each) => each.id).join(", ");
    throw new UsageError(`${one?.detail ?? `Unknown provider "${id}".`} Choose one of: ${others}.`);
  }
  if (byLogin) return await giveLogin(shell, connection, one) ? wantedOf(one) : null;
  if (!await hasKey(shell, connection, one)) return null;
  if (!one.lacks) return { ...wantedOf(one), ...(model.length > 0 && { model: model.join("/") }) };
  if (!shell.terminal.interactive) {
    throw new UsageError(
      `${one.detail} Connect it at a terminal, or name its server with providers connect.`,
    );
  }
  if (one.lacks.baseUrl !== null) {
    shell.output.talk(oneLine(one.detail));
    if (!await askYesOrNo(shell.terminal, "Use it?", true)) return null;
  }
  return await wantedWithServer(shell, connection, one, one.lacks);
}

async function wantedWithServer(
  shell: Shell,
  connection: ServiceClient,
  one: FoundProvider,
  lacks: NonNullable<FoundProvider["lacks"]>,
): Promise<Wanted | null> {
  const added = await addServerOf(shell, connection, { ...one, lacks });
  return added === null ? null : { ...wantedOf(one), added };
}

const wantedOf = ({ id, kind }: FoundProvider): Wanted => ({ provider: id, agent: kind === "agent" });

/** Makes a test call, with another key as long as one is given. Returns whether it succeeded; it is then the default. */
async function tryAndChoose(shell: Shell, connection: ServiceClient, wanted: Wanted): Promise<boolean> {
  const { output, terminal } = shell;
  const { call } = connection;
  const { provider, model, agent, added } = wanted;
  for (;;) {
    const tested = await withProgress(
      output,
      `Testing ${provider}`,
      call("POST /providers/:provider/test", {
        params: { provider },
        body: model === undefined || agent ? {} : { model },
      }),
    );
    output.data(`${tested.ok ? paint.green("✓") : paint.red("✗")} ${oneLine(tested.detail)}`);
    if (tested.ok && tested.model !== null) {
      const chosen = model ?? (agent ? "default" : tested.model.slice(tested.model.indexOf("/") + 1));
      await chooseDefault(call, { provider, model: chosen, agent });
      output.data(`${paint.green("✓")} ${oneLine(`${provider}/${chosen}`)} is now the default model.`);
      return true;
    }
    const { needsKeyOf } = tested;
    if (needsKeyOf !== null && terminal.interactive) {
      const key = await terminal.hidden(
        `Another key for ${oneLine(needsKeyOf)} (not shown; Enter to stop): `,
      );
      if (key) {
        await changeProviderKey(call, needsKeyOf, key);
        continue;
      }
    }
    if (added !== undefined) {
      await call("POST /providers/:provider/remove", { params: { provider: added }, body: {} });
      output.talk(`${oneLine(added)} was not added.`);
    }
    return false;
  }
}
