import assert from "node:assert/strict";
import { join, relative } from "node:path";
import fc from "fast-check";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import { resolvePlaces } from "../../services/machine/repositories/git/protected_places.ts";
import { objectStoresOf, shownParts } from "../../services/machine/repositories/git/object_stores.ts";
import { temporaryDirectory } from "../temporary.ts";
import { ownHome, write } from "./places_world.ts";

const STORES = 4;
const PRIVATE = STORES;

/** How one store may name another in its `alternates`. */
const SPELLINGS: readonly ((from: string, to: string) => string)[] = [
  (_, to) => to,
  (_, to) => `${to}/`,
  (_, to) => JSON.stringify(to),
  (_, to) => `${to}/info/..`,
  (from, to) => relative(from, to),
  (from, to) => JSON.stringify(relative(from, to)),
];

const edge = fc.record({
  from: fc.nat(STORES - 1),
  to: fc.nat(STORES),
  spelling: fc.constantFrom(...SPELLINGS),
  noise: fc.constantFrom("", "# a comment\n", "\n", "/not/there/objects\n"),
});

Deno.test("objectStoresOf() gives exactly the stores that can be reached, or refuses when a private place is among them", () => {
  using person = ownHome();
  const directory = temporaryDirectory();
  try {
    const places = [
      ...Array.from({ length: STORES }, (_, each) => join(directory, `r${each}/objects`)),
      join(person.home, ".ssh"),
    ];
    for (const place of places) write(place, { "info/packs": "", "pack/pack-00.pack": "" });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 8 }), (edges) => {
        for (let each = 0; each < STORES; each++) {
          const lines = edges.filter(({ from }) => from === each)
            .map(({ to, spelling, noise }) => `${noise}${spelling(places[each]!, places[to]!)}\n`);
          write(places[each]!, { "info/alternates": lines.join("") });
        }
        const reached = reachable(edges);
        const look = () => objectStoresOf(join(directory, "r0"), resolvePlaces(join(directory, "storage")));
        if (reached.has(PRIVATE)) assert.throws(look, InvalidError);
        else {
          const { objectStores, alternates } = look();
          assert.deepEqual([...objectStores].sort(), [...reached].map((each) => places[each]!).sort());
          const named = new Set([objectStores[0], ...alternates.map(({ real }) => real)]);
          assert.deepEqual([...named].sort(), [...objectStores].sort(), "each is named");
        }
      }),
      { numRuns: 200 },
    );
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

function reachable(edges: readonly { from: number; to: number }[]): Set<number> {
  const found = new Set([0]);
  for (const at of found) for (const { from, to } of edges) if (from === at) found.add(to);
  return found;
}

Deno.test("shownParts() shows what git made and nothing else, whatever lies beside it", () => {
  const made = [
    "pack/pack-0a.pack",
    "pack/pack-0a.idx",
    "pack/multi-pack-index",
    "info/packs",
    "info/commit-graph",
    `ab/${"0".repeat(38)}`,
  ];
  const strange = ["pack/id_rsa", "info/key", "ab/secret", "abc/x", "note", "x/y", "ab/0"];
  fc.assert(
    fc.property(fc.subarray(made), fc.subarray(strange), (some, others) => {
      const store = temporaryDirectory();
      try {
        write(store, Object.fromEntries([...some, ...others].map((path) => [path, "x"])));
        const shown = shownParts(store);
        const isShown = (path: string) =>
          shown.some((part) => `${join(store, path)}/`.startsWith(`${part}/`));
        assert.deepEqual([...some, ...others].filter(isShown), some);
      } finally {
        Deno.removeSync(store, { recursive: true });
      }
    }),
    { numRuns: 100 },
  );
});
