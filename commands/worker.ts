import { resolve } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../store/shared/message_of.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { commaSeparated } from "./derived/options.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { LOCAL } from "./local.later.ts";
import type { Send } from "../services/execution/worker_program/mod.ts";
import type { Shell } from "./shell.ts";
import { defaultStorage } from "./storage_place.ts";

const HELP = `
It connects to the control plane; nothing connects to it. The code comes from the control plane: agent-harness workers enrol --name <name>.
Ctrl-C or SIGTERM lets it finish what it does; a second one stops it immediately.

Examples:
  $ agent-harness worker --control https://10.0.0.5:4318 --code ahw_… --ca ca.pem
  $ agent-harness worker                            once it is enrolled
  $ agent-harness worker --once                     one task or verification, then end`;

type Options = {
  control?: string;
  code?: string;
  ca?: string;
  directory?: string;
  labels?: string[];
  once?: boolean;
};

/** `worker`: does tasks and verifies results for a control plane on another machine. */
export function defineWorker(program: Command, { shell, finish }: Setup): void {
  program.command("worker").helpGroup(GROUPS.start)
    .summary("work for a service on another machine")
    .description(
      "Do tasks and verifications for a service on another machine, as it trusts this one, until it is stopped.",
    )
    .option("--control <url>", "the address for worker machines of that service (default: as enrolled)")
    .option("--code <code>", "the code of an invitation, to enrol this machine")
    .option("--ca <file>", "the certificate, in PEM, that signed the one of that address")
    .option("--directory <directory>", "where this machine keeps its key and its work")
    .option(
      "--labels <labels>",
      "have only these of the labels that the control plane allows it, with commas between them",
      commaSeparated,
    )
    .option("--once", "end after one task or verification")
    .addHelpText("after", HELP)
    .action(async (_, command: Command) => finish(await work(shell, command.optsWithGlobals<Options>())));
}

async function work(shell: Shell, options: Options): Promise<number> {
  const { output, environment } = shell;
  const directory = resolve(options.directory ?? defaultDirectory(environment));
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  const { lockStorage } = await LOCAL.lock();
  const lock = lockStorage(directory, new Date());
  const stop = new AbortController();
  const { codeDirectory, untilAsked } = await LOCAL.main();
  void untilAsked().then(() => stop.abort());
  try {
    const { workLoop, BeatThread, MachineClient, RefusedError, sendTrusting } = await LOCAL.workerProgram();
    const ca = await certificateIn(options.ca);
    const send = sendTrusting(ca);
    const identity = await identityOf(options, directory, send);
    const { openMachineStorage } = await LOCAL.worker();
    const log = {
      info: (line: string) => output.talk(line),
      error: (line: string, cause?: unknown) =>
        output.talk(cause === undefined ? line : `${line}: ${messageOf(cause)}`),
    };
    using storage = await openMachineStorage(directory, {
      environment,
      codeDirectory: codeDirectory(),
      log,
    });
    output.talk(`The worker machine ${identity.name} asks ${identity.control} for work.`);
    try {
      using thread = new BeatThread(identity, ca);
      const client = new MachineClient(identity, send, { beats: thread.beats });
      const say = (line: string) => output.talk(line);
      const { service } = storage;
      const { labels: claims } = options;
      await workLoop({ service, client, directory, authority: ca, say, ...(claims && { claims }) }, {
        signal: stop.signal,
        once: options.once === true,
      });
    } catch (cause) {
      if (cause instanceof RefusedError) throw new ExitError(EXIT.notAuthorised, cause.message);
      throw cause;
    }
    return EXIT.done;
  } finally {
    lock.release();
  }
}

function defaultDirectory(environment: Shell["environment"]): string {
  const storage = defaultStorage(environment);
  if (storage === null) throw new UsageError("Name the directory of this machine with --directory.");
  return `${storage}-worker`;
}

/** Returns the text of the certificate that `--ca` names; null without. */
async function certificateIn(ca: string | undefined): Promise<string | null> {
  if (ca === undefined) return null;
  return await Deno.readTextFile(ca).catch((cause) => {
    throw new UsageError(`The certificate ${ca} cannot be read: ${messageOf(cause)}.`);
  });
}

/** Returns who this machine is; with a code it enrols first. */
async function identityOf(
  { control, code }: Options,
  directory: string,
  send: Send,
) {
  const { callOpen, enrol, enrolledSchema, PROTOCOL, readIdentity, RefusedError } = await LOCAL
    .workerProgram();
  const known = await readIdentity(directory);
  if (code === undefined) {
    if (!known) {
      throw new UsageError(
        "This machine is not enrolled. On the control plane, run: agent-harness workers enrol --name <name>. It prints the command for this machine.",
      );
    }
    return { ...known, ...(control !== undefined && { control: addressOf(control) }) };
  }
  if (control === undefined) throw new UsageError("Name the control plane with --control.");
  const address = addressOf(control);
  try {
    return await enrol(
      directory,
      address,
      (publicKey) =>
        callOpen(enrolledSchema, send, `${address}/worker/enrolments`, {
          protocol: PROTOCOL,
          code,
          publicKey,
        }),
    );
  } catch (cause) {
    if (cause instanceof RefusedError) throw new ExitError(EXIT.notAuthorised, cause.message);
    throw new ExitError(EXIT.unreachable, `${address} cannot be reached: ${reasonOf(cause)}`);
  }
}

/** Returns why a request got no answer, in a sentence: the innermost cause says more than "fetch failed". */
function reasonOf(cause: unknown): string {
  let inner = cause;
  while (inner instanceof Error && inner.cause) inner = inner.cause;
  const text = messageOf(inner).replace(/^error sending request for url \([^)]*\): /, "");
  return /certificate/.test(text)
    ? `its certificate is not trusted here (${text}). Name the one that signed it with --ca.`
    : `${text}. Check that the service is running with AGENT_HARNESS_WORKER_LISTEN, and the address.`;
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new UsageError(`--control is "${text}". Use an address such as https://10.0.0.5:4318.`);
}
