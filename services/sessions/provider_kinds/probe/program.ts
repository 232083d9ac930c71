import { isAbsolute } from "node:path";
import { processStream } from "../../../../store/processes/stream.ts";
import { contextFor, type Core, record } from "../../../ground/kernel/context.ts";
import { childEnvironment } from "../../../machine/processes/environment.ts";
import { findProgram } from "../../../ground/kernel/find_program.ts";
import { runProcess } from "../../../machine/processes/run.ts";
import type { ProviderProbe } from "../definition.ts";
import type { ProbeResult } from "../probe_result.ts";

/** Programs that start others: their own version says nothing about what they would start. */
const LAUNCHERS = new Set([
  "npx",
  "npm",
  "pnpm",
  "bunx",
  "bun",
  "deno",
  "node",
  "uvx",
  "uv",
  "python",
  "python3",
  "sh",
  "bash",
  "env",
]);

/** The time limit for a program to print its version; it has to load first. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Finds an agent's program and asks it for its version, and for nothing else. */
export async function probeProgram({ service, provider, signal }: ProviderProbe): Promise<ProbeResult> {
  const [program = ""] = provider.command ?? [];
  const path = findProgram(program, childEnvironment().PATH ?? "");
  if (path === null) {
    const where = isAbsolute(program)
      ? `The program ${program} was not found`
      : `"${program}" was not found on PATH`;
    return {
      ok: false,
      fault: "not_installed",
      detail: `${where}. Install it, or correct the command of "${provider.id}" in providers.json.`,
    };
  }
  const name = path.split("/").at(-1)!;
  const version = LAUNCHERS.has(name) ? null : await versionOf(service, path, signal);
  const said = version ? `, ${version}` : LAUNCHERS.has(name) ? ", which starts the agent" : "";
  return { ok: true, detail: `${path} is installed${said}.`, catalog: null, version };
}

/** Returns the first line of output with a number; null when there is none, or the program fails or takes too long. */
async function versionOf(
  service: Core,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const ctx = contextFor(service, "system");
  const id = ctx.newId("process");
  const result = await runProcess({
    command: `exec '${path.replaceAll("'", `'\\''`)}' --version`,
    directory: service.config.storageDirectory,
    signal,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    outputLimit: 4096,
    graceMilliseconds: 200,
    onSpawn: async (group) => {
      const data = { ...group, purpose: `version of ${path}` };
      await ctx.store.commit(() => record(ctx, processStream, id, [{ type: "process.started", data }]));
    },
  });
  await ctx.store.commit(() => {
    if (!ctx.store.documents.has(processStream, id)) return;
    const data = { outcome: result.timedOut ? "it took too long" : `exit code ${result.exitCode}` };
    record(ctx, processStream, id, [{ type: "process.ended", data }]);
  });
  if (result.exitCode !== 0) return null;
  return result.output.split("\n").map((line) => line.trim()).find((line) => /\d/.test(line))?.slice(
    0,
    100,
  ) ??
    null;
}
