import { processStream } from "../../../store/processes/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { type ProcessResult, runProcess } from "../../machine/processes/run.ts";

/** A password manager that needs no input answers at once; one that waits for a person is stopped. */
const SECRET_COMMAND_TIMEOUT_MILLISECONDS = 30_000;

/** More than any value can have. */
const OUTPUT_BYTES = 256 * 1024;

/** The variables that password managers need of a person's session, besides those of every command. */
const SESSION_VARIABLES = [
  "DBUS_SESSION_BUS_ADDRESS",
  "GNUPGHOME",
  "GPG_TTY",
  "PASSWORD_STORE_DIR",
  "SSH_AUTH_SOCK",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
];

/** Whose command it is, for messages, and for whom it runs, for the record of its process group. */
type SecretCommand = {
  name: string;
  command: string;
  runId?: string;
  taskSessionId?: string;
  signal?: AbortSignal;
};

/**
 * Returns what a secret's command prints on its standard output, without surrounding white space. Throws
 * `UnavailableError` if it fails, exceeds its time limit, or prints nothing; messages never contain its output.
 */
export async function valueOfCommand(ctx: Ctx, asked: SecretCommand): Promise<string> {
  const result = await runRecorded(ctx, asked);
  const trouble = troubleOf(result);
  if (trouble === null) return result.output.trim();
  throw new UnavailableError(
    `The command of the secret "${asked.name}" ${trouble}. Run it by hand to see why: ${asked.command}`,
  );
}

function troubleOf(result: ProcessResult): string | null {
  if (result.aborted) return "was stopped";
  if (result.timedOut) {
    return `took longer than ${SECRET_COMMAND_TIMEOUT_MILLISECONDS / 1000} seconds and was stopped`;
  }
  if (result.exitCode !== 0) return `ended with exit code ${result.exitCode}`;
  if (result.truncated) return "printed more than a secret can be";
  return result.output.trim() === "" ? "printed nothing" : null;
}

/** Its process group is recorded while it lives, so that the next start ends what a killed service left. */
async function runRecorded(ctx: Ctx, asked: SecretCommand): Promise<ProcessResult> {
  const id = ctx.newId("process");
  const context = {
    ...(asked.runId && { runId: asked.runId }),
    ...(asked.taskSessionId && { taskSessionId: asked.taskSessionId }),
  };
  const result = await runProcess({
    // Its standard error is discarded: it may contain secrets.
    command: `exec 2>/dev/null\n${asked.command}`,
    directory: ctx.config.storageDirectory,
    signal: asked.signal ?? new AbortController().signal,
    timeoutMilliseconds: SECRET_COMMAND_TIMEOUT_MILLISECONDS,
    outputLimit: OUTPUT_BYTES,
    environment: sessionVariables(),
    onSpawn: async (group) => {
      const data = { ...group, purpose: "the command of a secret" };
      await ctx.store.commit(() =>
        record(ctx, processStream, id, [{ type: "process.started", data }], context)
      );
    },
  });
  const data = { outcome: troubleOf(result) ?? "exit code 0" };
  await ctx.store.commit(() => {
    if (!ctx.store.documents.has(processStream, id)) return;
    record(ctx, processStream, id, [{ type: "process.ended", data }], context);
  });
  return result;
}

function sessionVariables(): Record<string, string> {
  return Object.fromEntries(SESSION_VARIABLES.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
