import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programFile } from "../../../programs.ts";
import { type Faults, withoutNames } from "./faults.ts";

type Report = { findings: { name: string; status: string; detail: string }[] };

/** Checks that `doctor` finds no fault in the storage directory of a service that has ended. */
export async function checkDoctor(wrap: readonly string[], storage: string, faults: Faults): Promise<void> {
  const bundled = programFile("cli.ts");
  const cli = existsSync(bundled) ? bundled : fileURLToPath(new URL("../../../../cli.ts", import.meta.url));
  const [program = "", ...args] = [...wrap, Deno.execPath(), "run", "-A", "--no-check", "--quiet"];
  const { stdout, stderr } = await new Deno.Command(program, {
    args: [...args, "--cached-only", cli, "doctor", "--json"],
    env: { AGENT_HARNESS_STORAGE_DIR: storage },
    stdin: "null",
  }).output();
  const printed = new TextDecoder().decode(stdout);
  const report: Report | null = printed.startsWith("{") ? JSON.parse(printed) : null;
  faults.look(report !== null, "doctor prints no report", new TextDecoder().decode(stderr));
  for (const { name, status, detail } of report?.findings ?? []) {
    // Nothing serves while it looks.
    if (name === "service") continue;
    faults.look(status !== "failed", `doctor finds ${name}: ${withoutNames(detail)}`, detail);
  }
}
