/** Runs a trial: `deno task soak -- <trial> [--count N] [--seed N]`; without a name, lists them. */
import { parseArgs } from "node:util";
import { freshSeed } from "../recovery/seed.ts";
import type { Asked, Trial } from "./trial.ts";
import { TRIALS } from "./trials.ts";

/** The exit code where nothing was tried, because what was asked for is not possible. */
const NOT_TRIED = 2;

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

/** Lists the trials, with what each takes. */
function list(): void {
  say("deno task soak -- <trial> [--count N] [--seed N], with one of these trials:\n");
  for (const [name, { says, count, words = "", values = {}, flags = [] }] of Object.entries(TRIALS)) {
    const options = [
      ...Object.entries(values).map(([option, value]) => `--${option} (${value})`),
      ...flags.map((flag) => `--${flag}`),
    ];
    const size = count === 0 ? "" : ` (${count})`;
    say([`${[name, words].join(" ").trim()}${size}: ${says}`, ...options].join("\n    "));
  }
}

/** Reads what a trial is asked for. Throws an error whose message says what is wrong. */
function read(trial: Trial, args: string[]): Asked {
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: trial.words !== undefined,
    options: {
      ...Object.fromEntries(
        ["count", "seed", ...Object.keys(trial.values ?? {})].map((
          name,
        ) => [name, { type: "string" as const }]),
      ),
      ...Object.fromEntries((trial.flags ?? []).map((name) => [name, { type: "boolean" as const }])),
    },
  });
  const texts: Record<string, string> = {};
  const flags = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") texts[name] = value;
    else flags.add(name);
  }
  const { least = 1 } = trial;
  const [count, seed] = [Number(texts.count ?? trial.count), Number(texts.seed ?? freshSeed())];
  if (!Number.isInteger(count) || count < least) {
    throw new RangeError(`--count takes a whole number from ${least} on, not "${texts.count}".`);
  }
  if (!Number.isInteger(seed)) throw new RangeError(`--seed takes a whole number, not "${texts.seed}".`);
  if (trial.words !== undefined && words.length === 0) throw new RangeError(`Say which: ${trial.words}.`);
  return { count, seed, words, values: texts, flags, say };
}

/** Runs the trial that is named. Gives the exit code. */
async function run([name, ...args]: string[]): Promise<number> {
  const trial = name === undefined ? undefined : TRIALS[name];
  if (!trial) {
    if (name !== undefined) say(`"${name}" is not a trial.\n`);
    list();
    return name === undefined ? 0 : NOT_TRIED;
  }
  try {
    return await trial.run(read(trial, args)) ?? 0;
  } catch (error) {
    const isAsked = error instanceof RangeError || (error instanceof TypeError && "code" in error);
    if (!isAsked) throw error;
    say(error.message);
    return NOT_TRIED;
  }
}

Deno.exit(await run(Deno.args[0] === "--" ? Deno.args.slice(1) : Deno.args));
