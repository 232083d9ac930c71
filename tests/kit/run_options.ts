import { testFilesOf } from "./entries.ts";

/** What `deno task test` was asked for. */
export type RunOptions = {
  /** Paths of test files and directories; empty for all. */
  paths: string[];
  /** The commit since which a change counts, where only what it reaches is to run; otherwise null. */
  since: string | null;
  /** Fails for every test that fails once and, in a whole run, for what it has shown of the answers' fields. */
  isStrict: boolean;
  /** Runs one module at a time and prints what each file took. */
  hasTimes: boolean;
  /** Mixes the order of files and tests; null to keep it. */
  seed: number | null;
  /** What `deno test` gets as it is. */
  further: string[];
};

const CHANGED = /^--changed(?:=(.+))?$/;
const SHUFFLE = /^--shuffle(?:=(.+))?$/;

/** Reads the arguments of `deno task test`. Throws a sentence about one that is wrong. */
export function readRunOptions(args: readonly string[]): RunOptions {
  const options: RunOptions = {
    paths: [],
    since: null,
    isStrict: false,
    hasTimes: false,
    seed: null,
    further: [],
  };
  const left = args.filter((argument) => argument !== "--");
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    const [changed, shuffle] = [CHANGED.exec(argument), SHUFFLE.exec(argument)];
    if (argument === "--strict") options.isStrict = true;
    else if (argument === "--times") options.hasTimes = true;
    else if (changed) options.since = changed[1] ?? "HEAD";
    else if (shuffle) options.seed = seedOf(shuffle[1] ?? left.shift());
    else if (testFilesOf(argument) !== null) options.paths.push(argument);
    else options.further.push(argument);
  }
  return options;
}

function seedOf(text: string | undefined): number {
  const seed = Number(text);
  if (text === undefined || !Number.isSafeInteger(seed) || seed < 0) {
    throw new Error(
      `--shuffle takes a whole number as its seed, such as --shuffle=7, and not "${text ?? ""}".`,
    );
  }
  return seed;
}
