import { programFile } from "../../programs.ts";

/** How many runs, with which seed, and whether tickets are carried by PostgreSQL. */
export type TrialOptions = { runs: number; seed: number; hasQueue: boolean };

/** Does the trial of `main.ts` in a network namespace of its own. Returns the exit code. */
export async function tryNamespaces(
  { runs, seed, hasQueue }: TrialOptions,
  say: (line: string) => void,
): Promise<number> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) {
    say("Left out: network namespaces are made by root on Linux alone.");
    return 0;
  }
  const deno = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--cached-only"];
  const main = programFile("tests/worker_machines/apart/main.ts");
  const args = ["--net", ...deno, main, String(runs), String(seed), hasQueue ? "queue" : "door"];
  return (await new Deno.Command("unshare", { args, stdin: "null" }).spawn().status).code;
}
