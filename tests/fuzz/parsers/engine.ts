import { threadMilliseconds } from "../../../services/ground/kernel/thread_time.ts";
import { Random } from "../../recovery/load/random.ts";
import { type Corpus, keepFault } from "../corpus.ts";
import { bytesOf, template, textOf } from "./bytes.ts";
import { mutate } from "./mutate.ts";

/** A parser under test. */
export type Target = {
  name: string;
  /** What to begin with. */
  seeds: (random: Random) => Uint8Array[] | Promise<Uint8Array[]>;
  /** A new input, where a grammar pays. */
  make?: (random: Random) => Uint8Array;
  /** What may be inserted. */
  words: readonly string[];
  /** The longest input, where the usual one would take too long. */
  mostBytes?: number;
  /** Parses an input and returns what it reached. Throws what is wrong with the parser. */
  check: (input: Uint8Array) => Promise<readonly string[]> | readonly string[];
};

/** What a fuzzer of one parser did and found. */
export type Result = {
  name: string;
  inputs: number;
  /** Processor time of the thread. */
  milliseconds: number;
  slowest: number;
  reached: number;
  grownBytes: number;
  faults: Map<string, string>;
};

const [MOST_MILLISECONDS, TRIES, MOST_BYTES] = [1_000, 3, 256 * 1024];
/** Each so many inputs the memory is looked at. */
const LOOK = 200;

/**
 * Gives a parser inputs until so much processor time has passed: made ones, and changed ones of its corpus, in which those are
 * kept that reach something new. `before` learns of each input before the parser does.
 */
export async function fuzzParser(
  target: Target,
  { milliseconds, seed, corpus, before = () => {} }: {
    milliseconds: number;
    seed: number;
    corpus: Corpus;
    before?: (input: Uint8Array) => unknown;
  },
): Promise<Result> {
  const random = new Random(seed);
  const result: Result = {
    name: target.name,
    inputs: 0,
    milliseconds: 0,
    slowest: 0,
    reached: 0,
    grownBytes: 0,
    faults: new Map(),
  };
  const waiting = (await target.seeds(random)).concat(corpus.entries.map(bytesOf));
  const entries = [...waiting];
  const began = threadMilliseconds();
  let settled = 0;
  while ((result.milliseconds = threadMilliseconds() - began) < milliseconds || waiting.length > 0) {
    const input = waiting.shift() ??
      (target.make && random.next() < 0.3
        ? target.make(random)
        : mutate(entries[random.between(0, entries.length - 1)]!, entries, target.words, random));
    if (input.length > (target.mostBytes ?? MOST_BYTES)) continue;
    before(input);
    result.inputs++;
    try {
      const reached = await checked(target, input, result);
      if (corpus.add(textOf(input), reached.map((each) => `${target.name} ${each}`))) entries.push(input);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const name = `${target.name}: ${template(message.split("\n")[0]!)}`;
      if (!result.faults.has(name)) {
        result.faults.set(name, `${message.slice(0, 500)}\n${JSON.stringify(textOf(input)).slice(0, 2_000)}`);
        keepFault(corpus.directory, textOf(input), `${name}\n${message}`);
      }
    }
    if (result.inputs % LOOK !== 0) continue;
    const { rss } = Deno.memoryUsage();
    if (settled === 0) settled = rss;
    result.grownBytes = Math.max(result.grownBytes, rss - settled);
  }
  result.reached = corpus.size;
  return result;
}

/** Parses once, and again what took too long: a collection of garbage is nobody's fault. */
async function checked(target: Target, input: Uint8Array, result: Result): Promise<readonly string[]> {
  let least = Infinity;
  let reached: readonly string[] = [];
  for (let n = 0; n < TRIES && least > MOST_MILLISECONDS; n++) {
    const before = threadMilliseconds();
    reached = await target.check(input);
    least = Math.min(least, threadMilliseconds() - before);
  }
  result.slowest = Math.max(result.slowest, least);
  if (least > MOST_MILLISECONDS) throw new Error("takes more than a second");
  return reached;
}
