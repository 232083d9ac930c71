import assert from "node:assert/strict";
import { freshSeed } from "../recovery/seed.ts";
import { Corpus } from "./corpus.ts";
import { fuzzParser } from "./parsers/engine.ts";
import { TARGETS } from "./parsers/table.ts";

/** Processor time of each parser. */
const MILLISECONDS = 150;
const MOST_GROWTH = 300 * 1024 * 1024;

for (const target of TARGETS) {
  Deno.test(`the parser ${target.name} reads what a fuzzer makes in time, as its second reader does, or refuses it`, async () => {
    const seed = freshSeed();
    const { faults, inputs, reached, grownBytes } = await fuzzParser(target, {
      milliseconds: MILLISECONDS,
      seed,
      corpus: new Corpus(null),
    });
    assert.deepEqual([...faults], [], `seed ${seed}`);
    assert.ok(inputs > 3 && reached > 1 && grownBytes < MOST_GROWTH);
  });
}

Deno.test("a fuzzer finds a parser that is wrong, and keeps the input and what it reached", async () => {
  const directory = await Deno.makeTempDir();
  const wrong = (input: Uint8Array) => {
    if (input.includes(0xff)) throw new TypeError("it has no such property");
    return [`${input.length}`];
  };
  const { faults } = await fuzzParser(
    { name: "wrong", seeds: () => [new Uint8Array(4)], words: ["\xff"], check: wrong },
    { milliseconds: 100, seed: 1, corpus: new Corpus(directory) },
  );
  assert.deepEqual([...faults.keys()], ["wrong: it has no such property"]);
  const [kept] = [...Deno.readDirSync(`${directory}/faults`)];
  assert.match(Deno.readTextFileSync(`${directory}/faults/${kept!.name}`), /\u00ff/);
  assert.ok(new Corpus(directory).entries.length > 1, "a later trial goes on from there");
  await Deno.remove(directory, { recursive: true });
});
