import { Corpus } from "../corpus.ts";
import { collectGarbage } from "../../kit/collect_garbage.ts";
import { Findings, Fuzzer } from "./fuzzer.ts";
import { OPERATIONS } from "./operations.ts";

/** So many requests go to one service; the next one begins anew. */
const REQUESTS_OF_A_SERVICE = 10_000;
const MEBIBYTE = 1024 * 1024;
/** By how much what this process has in use may grow after its first service; the corpus is a part of it. */
const MOST_GROWTH = 200 * MEBIBYTE;

/**
 * Sends so many requests of the fuzzer to services in this process, and says what was found. With a directory, what reached
 * something new is kept there and continued from. Returns the exit code.
 */
export async function fuzzRequests(
  { count, seed, directory }: { count: number; seed: number; directory: string | null },
  say: (line: string) => void,
): Promise<number> {
  const corpus = new Corpus(directory);
  const findings = new Findings();
  const began = performance.now();
  let settled: number | null = null;
  let grown = 0;
  for (let service = 0; findings.requests < count; service++) {
    const requests = Math.min(REQUESTS_OF_A_SERVICE, count - findings.requests);
    await Fuzzer.fuzz({ requests, seed: seed + service, corpus, findings, isThorough: true });
    collectGarbage();
    const { rss, heapUsed, external } = Deno.memoryUsage();
    settled ??= heapUsed + external;
    grown = heapUsed + external - settled;
    say(
      `${Math.round((performance.now() - began) / 1000)} s: ${findings.requests} requests (seed ${
        seed + service
      }), ` +
        `${findings.answered.size} of ${OPERATIONS.length} operations answered, ${corpus.size} things reached, ` +
        `${corpus.entries.length} inputs kept, ${findings.faults.size} faults; slowest ` +
        `${Math.round(findings.slowest.milliseconds)} ms (${findings.slowest.key}), ` +
        `memory ${Math.round(rss / MEBIBYTE)} MiB, in use ${
          Math.round((heapUsed + external) / MEBIBYTE)
        } MiB`,
    );
  }
  for (const [said, times] of findings.upstream) say(`500, ${times} times: ${said}`);
  const missed = OPERATIONS.filter(({ key }) => !findings.answered.has(key)).map(({ key }) => key);
  say(`Not answered with success: ${missed.join(", ") || "none"}.`);
  for (const [name, { count: times, example }] of findings.faults) {
    say(`FAULT, ${times} times: ${name}\n${example}\n`);
  }
  if (grown > MOST_GROWTH) say(`The memory grew by ${Math.round(grown / MEBIBYTE)} MiB.`);
  say(
    `${findings.requests} requests, of which ${findings.unsendable} could not be sent; ${findings.faults.size} faults.`,
  );
  return findings.faults.size > 0 || grown > MOST_GROWTH ? 1 : 0;
}
