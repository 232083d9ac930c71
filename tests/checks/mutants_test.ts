import assert from "node:assert/strict";
import { join } from "node:path";
import { testFilesOf } from "../kit/entries.ts";
import { testsReachedBy } from "../kit/reach.ts";
import { MUTANTS, mutated } from "../mutants/mutants.ts";
import { ROOT } from "../kit/root.ts";

Deno.test("each mutant of a safety rule can be made, and its change reaches the tests that are to notice", () => {
  for (const mutant of MUTANTS) {
    const source = Deno.readTextFileSync(join(ROOT, mutant.file));
    assert.notEqual(mutated(source, mutant), source, mutant.rule);
    const reached = new Set(testsReachedBy([mutant.file]).map(({ file }) => file));
    const files = mutant.tests.flatMap((path) => testFilesOf(join(ROOT, path)) ?? []);
    assert.ok(files.length > 0, `${mutant.rule}: there is none of ${mutant.tests}`);
    assert.deepEqual(files.filter((file) => !reached.has(file)), [], mutant.rule);
  }
});

Deno.test("a mutant whose text is gone, or stands there twice, is refused with what to do", () => {
  const mutant = { ...MUTANTS[0]!, text: "a rule" };
  assert.throws(() => mutated("nothing", mutant), /0 times instead of once.*tests\/mutants\/mutants\.ts/);
  assert.throws(() => mutated("a rule, a rule", mutant), /2 times/);
});
