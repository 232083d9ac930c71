import { join } from "node:path";
import type { z } from "zod";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { ProcessGroup } from "../../machine/processes/group.ts";
import { type ProcessSandbox, runProcess } from "../../machine/processes/run.ts";
import { ANSWERS, type AnswerTo, type ConnectorCall } from "./call_schemas.ts";

const CALL_MILLISECONDS = 60_000;
const OUTPUT_LIMIT = 256 * 1024;

/** Runs a program of a connector. */
export type RunProgram = typeof runProcess;

/** What the context holds where connectors are proved and used. */
export type ConnectorsLive = { connectors: { run: RunProgram } };

/** The directory of the stand-in; if it is not set, the connector acts on the real system. */
export const DOUBLE_VARIABLE = "CONNECTOR_DOUBLE";

/** Where a connector's program runs, and how it is confined. */
export type ConnectorRuntime = {
  run: RunProgram;
  /** Its files as they were hashed. */
  directory: string;
  /** Contains the request; the program does not write there. */
  calls: string;
  /** Of the stand-in; null if the connector acts on the real system. */
  double: string | null;
  sandbox: ProcessSandbox | null;
  signal: AbortSignal;
  onSpawn: (group: ProcessGroup) => void | Promise<void>;
};

/** Calls a connector's program once. Throws `UnavailableError` if it gives no valid answer. */
export async function callProgram<Call extends ConnectorCall>(
  runtime: ConnectorRuntime,
  command: readonly string[],
  call: Call,
): Promise<AnswerTo<Call["call"]>> {
  const answer = await askProgram(runtime, command, call, ANSWERS[call.call] as z.ZodType);
  return answer as AnswerTo<Call["call"]>;
}

/** Runs a program of a connector with a request on its standard input; its last line is the answer. */
export async function askProgram<Answer>(
  runtime: ConnectorRuntime,
  command: readonly string[],
  question: unknown,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const input = join(runtime.calls, `${crypto.randomUUID()}.json`);
  await Deno.writeTextFile(input, JSON.stringify(question), { mode: 0o600 });
  try {
    const { output, exitCode, timedOut } = await runtime.run({
      command,
      directory: runtime.directory,
      environment: runtime.double === null ? {} : { [DOUBLE_VARIABLE]: runtime.double },
      input,
      signal: runtime.signal,
      timeoutMilliseconds: CALL_MILLISECONDS,
      outputLimit: OUTPUT_LIMIT,
      onSpawn: runtime.onSpawn,
      ...(runtime.sandbox && { sandbox: runtime.sandbox }),
    });
    runtime.signal.throwIfAborted();
    const parsed = schema.safeParse(lastLine(output));
    if (exitCode === 0 && parsed.success) return parsed.data;
    const how = timedOut ? "ran out of time" : `ended with exit code ${exitCode}`;
    throw new UnavailableError(
      `The connector's program ${how} without a valid answer: ${output.trim().slice(-500)}`,
    );
  } finally {
    await Deno.remove(input);
  }
}

function lastLine(output: string): unknown {
  try {
    return JSON.parse(output.trimEnd().split("\n").at(-1)!);
  } catch {
    return undefined;
  }
}
