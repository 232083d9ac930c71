import assert from "node:assert/strict";
import { freshSeed } from "../recovery/seed.ts";
import { Corpus } from "./corpus.ts";
import { Findings, Fuzzer } from "./http/fuzzer.ts";

const REQUESTS = 2_500;
/** How many operations answer a success to so many requests: 95 to 109 in twelve seeds. */
const USUALLY_ANSWERED = 100;

Deno.test("no request of a fuzzer, of any operation and caller, is answered with a fault, late, or beyond what its caller may do", async () => {
  const [seed, corpus, findings] = [freshSeed(), new Corpus(null), new Findings()];
  await Fuzzer.fuzz({ requests: REQUESTS, seed, corpus, findings, isThorough: false });
  const faults = [...findings.faults].map(([name, { example }]) => `${name}\n${example}`);
  assert.deepEqual(faults, [], `seed ${seed}`);
  assert.equal(findings.requests, REQUESTS);
  const { size } = findings.answered;
  assert.ok(size > USUALLY_ANSWERED / 2, `${size} operations answered with a success, seed ${seed}`);
});
