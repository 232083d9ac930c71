import { join } from "node:path";
import { copyCheckout } from "../mutants/copy_checkout.ts";
import { mutated } from "../mutants/mutants.ts";
import { PLANTED } from "./planted.ts";

/** A difference that a simulation showed. */
type Found = { seed: number; command: number; what: string };

/**
 * Plants one fault after the other in a copy of the checkout. Gives 1 if the simulation misses one in so many commands, or shows the
 * same difference without it.
 */
export async function findPlanted(
  count: number,
  seed: number,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const chosen = PLANTED.filter(({ rule }) => words.some((word) => word === "all" || rule.includes(word)));
  const checkout = await copyCheckout();
  let missed = 0;
  try {
    for (const planted of chosen) {
      const path = join(checkout, planted.file);
      const source = Deno.readTextFileSync(path);
      Deno.writeTextFileSync(path, mutated(source, { ...planted, tests: [] }));
      const found = await simulateIn(checkout, count, seed);
      Deno.writeTextFileSync(path, source);
      const control = found && await simulateIn(checkout, found.command, found.seed);
      if (found === null || control !== null) missed++;
      const how = control === null ? "found " : "FALSE ";
      say(
        found === null
          ? `MISSED  ${planted.rule}`
          : `${how}  ${planted.rule}: seed ${found.seed}, command ${found.command}: ${found.what}`,
      );
    }
  } finally {
    Deno.removeSync(checkout, { recursive: true });
  }
  say(`${chosen.length} faults were planted, ${missed} of them not found in ${count} commands`);
  return missed > 0 ? 1 : 0;
}

/** Simulates in a checkout. Gives the first difference; null if there is none. */
async function simulateIn(checkout: string, count: number, seed: number): Promise<Found | null> {
  const args = ["run", "-A", "--no-check", "tests/soak/run.ts", "simulation"];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "--count", String(count), "--seed", String(seed)],
    cwd: checkout,
    env: { NO_COLOR: "1" },
  }).output();
  if (success) return null;
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const difference = /seed (\d+), command (\d+): (.{0,160})/.exec(said);
  if (difference === null) throw new Error(`The simulation could not be run:\n${said}`);
  return { seed: Number(difference[1]), command: Number(difference[2]), what: difference[3]! };
}
