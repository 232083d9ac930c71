import { join } from "node:path";
import type { AlertAttempt, AlertHook } from "../../../store/alerts/document.ts";
import { processStream } from "../../../store/processes/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { type ProcessResult, runProcess } from "../../machine/processes/run.ts";
import { readAlertCommand } from "./command_settings.ts";

/** How many bytes of its output are read, and how many characters of its end a receipt keeps. */
const MAX_OUTPUT = 4096;
const MAX_WORDS = 500;

/** Holds what a command reads while it runs. */
export const inputsOf = (storageDirectory: string): string => join(storageDirectory, "alert-input");

/**
 * Runs the operator's command once, with an alert as JSON on its standard input and without a shell. Rejects if
 * `signal` was aborted.
 */
export async function runAlertCommand(
  ctx: Ctx,
  alertId: string,
  { body, content, signal }: { body: string; content: AlertHook["content"]; signal: AbortSignal },
): Promise<Pick<AlertAttempt, "exitCode" | "reason">> {
  const { argv, timeoutMilliseconds } = readAlertCommand(ctx.config.storageDirectory);
  const directory = inputsOf(ctx.config.storageDirectory);
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  const input = join(directory, alertId);
  const id = ctx.newId("process");
  try {
    await Deno.writeTextFile(input, body, { mode: 0o600 });
    const result = await runProcess({
      command: argv,
      directory: ctx.config.storageDirectory,
      signal,
      timeoutMilliseconds,
      outputLimit: MAX_OUTPUT,
      redactor: ctx.redactor,
      input,
      onSpawn: (group) =>
        ctx.store.commit(() => {
          record(ctx, processStream, id, [{ type: "process.started", data: { ...group, purpose: "alert" } }]);
        }),
    });
    const outcome = `exit code ${result.exitCode}`;
    await ctx.store.commit(() => {
      if (!ctx.store.documents.has(processStream, id)) return;
      record(ctx, processStream, id, [{ type: "process.ended", data: { outcome } }]);
    });
    if (result.aborted) signal.throwIfAborted();
    return { exitCode: result.exitCode, reason: reasonOf(result, content, timeoutMilliseconds) };
  } finally {
    await Deno.remove(input).catch(() => {});
  }
}

/** The command's output may repeat what it was given: titles stay out of the log. */
function reasonOf(
  { exitCode, timedOut, output }: ProcessResult,
  content: AlertHook["content"],
  timeoutMilliseconds: number,
): string | null {
  if (timedOut) return `The command took longer than ${timeoutMilliseconds / 1000} s and was stopped.`;
  if (exitCode === 0) return null;
  const words = content === "counts" ? output.trim().slice(-MAX_WORDS).toWellFormed() : "";
  return `The command ended with exit code ${exitCode}${words === "" ? "." : `: ${words}`}`;
}
