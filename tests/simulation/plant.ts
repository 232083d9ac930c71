import { join } from "node:path";
import { copyCheckout } from "../mutants/copy_checkout.ts";
import { mutated } from "../mutants/mutants.ts";
import { PLANTED } from "./planted.ts";

/** How much is printed of a difference. */
const TOLD = 160;

/** A difference that a simulation showed. */
type Found = { seed: number; command: number; what: string };

/**
 * Plants one fault after the other in a copy of the checkout. Gives 1 if the simulation misses one in so many commands, shows another
 * difference than it makes, or shows one where none is planted.
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
    const control = await simulateIn(checkout, count, seed);
    if (control !== null) {
      say(`FALSE   no fault is planted: ${told(control)}`);
      return 1;
    }
    say(`none    no fault is planted: ${count} commands from seed ${seed} show no difference`);
    for (const planted of chosen) {
      const path = join(checkout, planted.file);
      const source = Deno.readTextFileSync(path);
      Deno.writeTextFileSync(path, mutated(source, { ...planted, tests: [] }));
      const found = await simulateIn(checkout, count, seed);
      Deno.writeTextFileSync(path, source);
      const isFound = found !== null && planted.shows.test(found.what);
      if (!isFound) missed++;
      const how = isFound ? "found " : found === null ? "MISSED" : "OTHER ";
      say(`${how}  ${planted.rule}${found === null ? "" : `: ${told(found)}`}`);
    }
  } finally {
    Deno.removeSync(checkout, { recursive: true });
  }
  say(`${chosen.length} faults were planted, ${missed} of them not found in ${count} commands`);
  return missed > 0 ? 1 : 0;
}

const told = ({ seed, command, what }: Found): string =>
  `seed ${seed}, command ${command}: ${what.slice(0, TOLD)}`;

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
  const difference = /seed (\d+), command (\d+): (.*)/.exec(said);
  if (difference === null) throw new Error(`The simulation could not be run:\n${said}`);
  return { seed: Number(difference[1]), command: Number(difference[2]), what: difference[3]! };
}
