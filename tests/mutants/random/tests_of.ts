import { importsOf, SOURCES } from "../../checks/sources.ts";
import { testsReachedBy } from "../../kit/reach.ts";
import type { Mutable, RandomMutant } from "./scope.ts";
import { fileOf, type Reach } from "./some_tests.ts";

/** Two tests of the same domain are nearer than any other. */
const OWN_DOMAIN = 0.2;

/** Knows which tests reach a mutant. */
export class TestsOf {
  readonly #byBlock = new Map<number, Reach[]>();
  readonly #first = new Map<string, number>();
  readonly #importers = new Map<string, string[]>();

  constructor(readonly sources: readonly Mutable[], readonly all: readonly Reach[]) {
    for (const test of all) {
      for (const block of test.blocks) {
        const some = this.#byBlock.get(Number(block));
        if (some === undefined) this.#byBlock.set(Number(block), [test]);
        else some.push(test);
      }
    }
    let number = 0;
    for (const { path, blocks } of sources) {
      this.#first.set(path, number);
      number += blocks.length;
    }
    for (const { from, to, typeOnly } of SOURCES.flatMap(importsOf)) {
      if (!typeOnly) this.#importers.set(to, [...this.#importers.get(to) ?? [], from]);
    }
  }

  /** Returns the tests that reach a mutant, the nearest and shortest first. */
  reaching(mutant: RandomMutant): Reach[] {
    const ways = new Map(testsReachedBy([mutant.path]).map(({ file, way }) => [file, way.length]));
    const domain = mutant.path.split("/").at(-2);
    const rank = ({ test, seconds }: Reach) => {
      const file = fileOf(test);
      return (seconds + 0.05) * (ways.get(file) ?? 20) * (file.split("/")[1] === domain ? OWN_DOMAIN : 1);
    };
    const some = this.#inBlock(mutant) ?? this.#inFiles([mutant.path], new Set());
    return some.toSorted((one, other) => rank(one) - rank(other));
  }

  #inBlock({ path, start, end }: RandomMutant): Reach[] | null {
    const { blocks } = this.sources.find((each) => each.path === path)!;
    const inner = blocks.map((block, index) => ({ ...block, index }))
      .filter((block) => block.start <= start && end <= block.end)
      .toSorted((one, other) => (one.end - one.start) - (other.end - other.start))[0];
    return inner === undefined ? null : this.#byBlock.get(this.#first.get(path)! + inner.index) ?? [];
  }

  /** What stands in no function runs when its file is loaded. It shows where the file, or what imports it, is used. */
  #inFiles(paths: readonly string[], seen: Set<string>): Reach[] {
    const tests = new Set(paths.flatMap((path) => {
      const blocks = this.sources.find((each) => each.path === path)?.blocks ?? [];
      return blocks.flatMap((_, index) => this.#byBlock.get(this.#first.get(path)! + index) ?? []);
    }));
    const files = new Set(paths);
    for (const test of this.all) if (files.has(fileOf(test.test))) tests.add(test);
    if (tests.size > 0) return [...tests];
    const next = paths.flatMap((path) => this.#importers.get(path) ?? []).filter((path) => !seen.has(path));
    if (next.length === 0) return [];
    return this.#inFiles(next, new Set([...seen, ...next]));
  }
}
