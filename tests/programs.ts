import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const VARIABLE = "BUNDLED_TEST_PROGRAMS";

/** Programs that tests start some hundred times. */
const PROGRAMS = [
  "cli.ts",
  "tests/recovery/service.ts",
  "tests/recovery/faults/main.ts",
  "tests/automations/killed_schedule.ts",
  "tests/approvals/letter_process.ts",
  "tests/audio/killed.ts",
  "tests/clock/killed_clock.ts",
  "tests/material/killed.ts",
  "tests/oauth/faults/main.ts",
  "tests/planner/decide_process.ts",
  "tests/secrets/faults/main.ts",
];

/** Bundles them, so that each start takes little more than half of the time. Gives what tells tests in other processes. */
export async function bundlePrograms(): Promise<Record<string, string>> {
  // Always in the same place: there the engine finds again what it compiled the last time.
  const directory = join(ROOT, ".cache/tests");
  await Deno.remove(directory, { recursive: true }).catch(() => {});
  const { bundleScripts } = await import("../packaging/bundle.ts");
  await bundleScripts(directory, PROGRAMS);
  return { [VARIABLE]: directory };
}

/** The file to start for a program: its script where it is one of them and they are bundled, otherwise its source. */
export function programFile(source: string): string {
  const bundled = Deno.env.get(VARIABLE);
  return bundled === undefined || !PROGRAMS.includes(source)
    ? join(ROOT, source)
    : join(bundled, source.replace(/\.ts$/, ".js"));
}
