import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import type { Command } from "commander";
import type { Shell } from "./shell.ts";
import { nextSteps } from "./next_steps.ts";
import { shellWord } from "../client/shell_word.ts";
import { paint } from "./terminal/paint.ts";
import { proposePort } from "./service/ports.ts";
import { askYesOrNo } from "./terminal/terminal.ts";
import { LOCAL } from "./local.later.ts";
import { defaultStorage, rememberStorage, STORAGE_VARIABLE, storagePlace } from "./storage_place.ts";
import { codeOf, messageOf } from "../store/shared/message_of.ts";

/** Files in a directory that a service has used. */
const STORAGE_FILES = new Set(["harness.db", "lock", "artifacts", "logs", "token", "agent-token", "port"]);

type Options = { token?: boolean; remember?: boolean; json?: boolean };
type Token = { path: string; created: boolean };

const HELP = `
Examples:
  $ agent-harness init
  $ agent-harness init ~/harness --token
  $ agent-harness init ~/harness --remember

Without a directory it creates ~/.local/share/agent-harness and saves the path, so that your later commands find it without
AGENT_HARNESS_STORAGE_DIR. The variable overrides the saved path. If another program listens at the usual port, it proposes a free
one, which is kept in the storage directory; AGENT_HARNESS_PORT overrides it.

The token is stored in the storage directory, in a file that only you can read. The service and this command line read it
there, and \`agent-harness open\` passes it to the browser. AGENT_HARNESS_TOKEN overrides the file. A running service uses the
token after a restart. Backups do not contain it. The agent token, which \`agent-harness mcp\` sends, is stored beside it and
cannot approve anything.`;

/** `init`: creates a storage directory that only this user can read. */
export function defineInit(program: Command, { shell, finish }: Setup): void {
  const { output } = shell;
  program.command("init").helpGroup(GROUPS.start)
    .summary("create a storage directory")
    .description(
      "Create a storage directory that only you can read, where the service keeps its data. An existing one is left unchanged.",
    )
    .argument("[directory]", "a new or empty directory, or an existing storage directory")
    .option("--remember", "use this directory from now on (default if no directory is given)")
    .option("--token", "also create a token, which the service then requires")
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP)
    .action(async (given: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const { codeDirectory } = await LOCAL.main();
      const place = placeOf(shell, given);
      const { directory, created } = makeStorage(resolve(place.path), codeDirectory());
      const token = await makeToken(shell, directory, options);
      if (!options.json) await proposePort(shell, directory);
      const remembered = options.remember || place.remember ? remember(shell, directory) : false;
      const next = ["agent-harness serve", "agent-harness open"];
      if (!isFound(shell, directory)) {
        next.unshift(`export AGENT_HARNESS_STORAGE_DIR=${shellWord(directory)}`);
      }
      if (options.json) output.json({ directory, created, remembered, tokenFile: token?.path ?? null, next });
      else {
        const what = created ? "Created the storage directory" : "Already a storage directory:";
        output.data(`${paint.green("✓")} ${what} ${paint.bold(directory)}`);
        if (remembered) output.data(`${paint.green("✓")} Your commands use it from now on.`);
        if (token) output.data(tokenLine(token));
        nextSteps(output, next);
      }
      finish(EXIT.done);
    });
}

/**
 * Creates the user's storage directory and saves its path, if no directory is known yet. Throws `UsageError` without a home
 * directory.
 */
export async function makeUsualStorage(shell: Shell): Promise<void> {
  if (storagePlace(shell.environment) !== null) return;
  const { codeDirectory } = await LOCAL.main();
  const { path } = placeOf(shell, undefined);
  const { directory } = makeStorage(resolve(path), codeDirectory());
  await makeToken(shell, directory, { json: true });
  await proposePort(shell, directory);
  remember(shell, directory);
  shell.output.talk(`${paint.green("✓")} Created the storage directory ${paint.bold(directory)}`);
}

/** Returns the directory, and whether to save its path: so if neither an argument nor a variable names it. Throws `UsageError`. */
function placeOf({ environment }: Shell, given: string | undefined): { path: string; remember: boolean } {
  if (given !== undefined) return { path: given, remember: false };
  const known = storagePlace(environment);
  if (known?.from === STORAGE_VARIABLE) return { path: known.path, remember: false };
  const path = known?.path ?? defaultStorage(environment);
  if (path === null) {
    throw new UsageError("There is no home directory. Name a directory for the storage.");
  }
  return { path, remember: true };
}

function remember({ environment }: Shell, directory: string): boolean {
  try {
    if (rememberStorage(environment, directory) !== null) return true;
  } catch (cause) {
    throw new UsageError(`Created ${directory}, but could not save its path: ${messageOf(cause)}.`);
  }
  throw new UsageError(`Created ${directory}, but could not save its path: there is no home directory.`);
}

/** Returns whether the next command finds this directory. */
function isFound({ environment }: Shell, directory: string): boolean {
  const place = storagePlace(environment);
  return place !== null && resolve(place.path) === directory;
}

/**
 * Creates the tokens of a storage directory: always the agent's, and the operator's if requested by the flag or by a person.
 * Returns the operator's, or null.
 */
async function makeToken(
  { terminal }: Shell,
  directory: string,
  { token, json }: Options,
): Promise<Token | null> {
  const { makeTokenFile, readTokenFile } = await LOCAL.tokenFile();
  try {
    makeTokenFile(directory, "agent");
    const wanted = token || readTokenFile(directory) !== null ||
      (terminal.interactive && !json && await isWanted(terminal));
    return wanted ? makeTokenFile(directory) : null;
  } catch (cause) {
    if (codeOf(cause) !== null) throw cause; // the system's, which is no wrong use
    throw new UsageError(messageOf(cause));
  }
}

const isWanted = async (terminal: Shell["terminal"]): Promise<boolean> =>
  await askYesOrNo(
    terminal,
    "Without a token every program that runs as you can use the service (outside Linux: every program). Create one?",
    false,
  ) ?? false;

const tokenLine = ({ path, created }: Token): string =>
  `${paint.green("✓")} ${created ? "Created the token" : "The token is in"} ${paint.bold(path)}`;

/** Creates the directory with mode 0700, or uses an empty or existing storage directory. Throws `UsageError`. */
export function makeStorage(
  path: string,
  codeDirectory: string | null,
): { directory: string; created: boolean } {
  refuseInsideCode(path, codeDirectory);
  if (existsSync(path)) {
    if (!Deno.statSync(path).isDirectory) throw new UsageError(`${path} is a file. Name a directory.`);
    const names = [...Deno.readDirSync(path)].map((entry) => entry.name);
    if (names.some((name) => STORAGE_FILES.has(name))) {
      return { directory: Deno.realPathSync(path), created: false };
    }
    if (names.length > 0) {
      throw new UsageError(
        `${path} is neither empty nor a storage directory. Nothing was changed. Name a new or empty directory.`,
      );
    }
  }
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    Deno.chmodSync(path, 0o700);
  } catch (cause) {
    throw new UsageError(`Could not create ${path}: ${messageOf(cause)}.`);
  }
  return { directory: Deno.realPathSync(path), created: true };
}

function refuseInsideCode(path: string, codeDirectory: string | null): void {
  if (!isInside(path, codeDirectory)) return;
  throw new UsageError(
    `${path} is inside the program's own directory ${codeDirectory}. Choose another, such as ~/agent-harness.`,
  );
}

/** Returns whether a path is in the program's own directory, even if it does not exist. */
export function isInside(path: string, codeDirectory: string | null): boolean {
  if (codeDirectory === null) return false;
  const inside = relative(Deno.realPathSync(codeDirectory), realOf(path));
  return inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));
}

/** Returns the real path of the existing part, followed by the rest. */
function realOf(path: string): string {
  for (let there = path;; there = dirname(there)) {
    if (existsSync(there)) return join(Deno.realPathSync(there), relative(there, path));
  }
}
