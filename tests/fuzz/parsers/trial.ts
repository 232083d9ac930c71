import { join } from "node:path";
import { textOf } from "./bytes.ts";
import { Corpus } from "../corpus.ts";
import { fuzzParser } from "./engine.ts";
import { TARGETS } from "./table.ts";

const MEBIBYTE = 1024 * 1024;
const MOST_GROWTH = 500 * MEBIBYTE;

/** What to fuzz: all parsers without names; each has a corpus in its own directory below `directory`, if there is one. */
export type ParserTrial = {
  seconds: number;
  names: readonly string[];
  seed: number;
  directory: string | null;
};

/**
 * Fuzzes each parser for so many seconds of processor time and says what was found. Returns the exit code. With a
 * directory, `current` in it has the input of a parser that does not end.
 */
export async function fuzzParsers(
  { seconds, names, seed, directory }: ParserTrial,
  say: (line: string) => void,
): Promise<number> {
  const unknown = names.filter((name) => !TARGETS.some((target) => target.name === name));
  if (unknown.length > 0) {
    say(`There is no parser "${unknown[0]}". There are ${TARGETS.map(({ name }) => name).join(", ")}.`);
    return 2;
  }
  let faults = 0;
  for (const target of TARGETS) {
    const { name } = target;
    if (names.length > 0 && !names.includes(name)) continue;
    const own = directory && join(directory, name);
    const corpus = new Corpus(own);
    const before = (input: Uint8Array) => own && Deno.writeTextFileSync(join(own, "current"), textOf(input));
    const result = await fuzzParser(target, { milliseconds: seconds * 1000, seed, corpus, before });
    const grown = Math.round(result.grownBytes / MEBIBYTE);
    say(
      `${name}: ${result.inputs} inputs in ${
        Math.round(result.milliseconds / 1000)
      } s of processor time (seed ${seed}), ` +
        `${result.reached} things reached, slowest ${
          Math.round(result.slowest)
        } ms, memory +${grown} MiB, ${result.faults.size} faults`,
    );
    for (const [fault, input] of result.faults) say(`FAULT ${fault}\n${input}`);
    faults += result.faults.size + (result.grownBytes > MOST_GROWTH ? 1 : 0);
  }
  return faults > 0 ? 1 : 0;
}
