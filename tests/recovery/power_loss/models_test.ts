import assert from "node:assert/strict";
import fc from "fast-check";
import { Random } from "../load/random.ts";
import { cutPower } from "./disk/cut.ts";
import { type History, type Operation, ROOT } from "./disk/history.ts";
import { type Model, MODELS } from "./disk/models.ts";

const [FILE, DIRECTORY] = [1, 2];
const DISK = "/disk";
const SYNC_FILE = { kind: "sync", node: FILE } as const;
const SYNC_PARENT = { kind: "sync", node: ROOT } as const;
const CREATE = { kind: "names", changes: [{ directory: ROOT, name: "a", node: FILE }] } as const;
const WRITE = { kind: "write", node: FILE, offset: 0, bytes: new Uint8Array(10_000).fill(7) } as const;

type Step = Operation extends infer One ? One extends Operation ? Omit<One, "at"> : never : never;

function history(...steps: Step[]): History {
  const node = { mode: 0o755, target: "", content: new Uint8Array() };
  return {
    nodes: [{ ...node, type: "directory" }, { ...node, type: "file" }, { ...node, type: "directory" }],
    before: [],
    operations: steps.map((step, at) => ({ ...step, at }) as Operation),
  };
}

/** The file `a` after the cut: its content; null where it is not there. */
function after(steps: Step[], model: Model, seed: number, path = "a"): Uint8Array | null {
  const { names, content } = cutPower(history(...steps), DISK, steps.length, model, new Random(seed));
  const node = names.find(`${DISK}/${path}`, true);
  return node === null ? null : content(node);
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

Deno.test("what was synced, with its directory, survives in every model", () => {
  fc.assert(fc.property(fc.constantFrom(...MODELS), seeds, (model, seed) => {
    const kept = after([CREATE, WRITE, SYNC_FILE, SYNC_PARENT, { ...WRITE, offset: 10_000 }], model, seed);
    assert.deepEqual(kept?.subarray(0, 10_000), WRITE.bytes);
  }));
});

Deno.test("a synced file without a synced directory survives in a journal, and in POSIX not always", () => {
  const steps = [CREATE, WRITE, SYNC_FILE];
  const lost = (model: Model) =>
    Array.from({ length: 100 }, (_, seed) => after(steps, model, seed)).filter((kept) => kept === null)
      .length;
  assert.deepEqual([lost("ordered"), lost("dropped")], [0, 0]);
  assert.ok(lost("strict") > 0);
});

Deno.test("a new directory is lost in POSIX with all that it holds, when its own parent was not synced", () => {
  const steps: Step[] = [
    { kind: "names", changes: [{ directory: ROOT, name: "d", node: DIRECTORY }] },
    { kind: "names", changes: [{ directory: DIRECTORY, name: "a", node: FILE }] },
    WRITE,
    SYNC_FILE,
    { kind: "sync", node: DIRECTORY },
  ];
  const kept = (model: Model) =>
    Array.from({ length: 100 }, (_, seed) => after(steps, model, seed, "d/a")).filter((one) => one !== null);
  assert.equal(kept("ordered").length, 100);
  assert.ok(kept("strict").length < 100);
});

Deno.test("names change in their order in a journal: the later of two never without the earlier", () => {
  const other = { kind: "names", changes: [{ directory: ROOT, name: "b", node: DIRECTORY }] } as const;
  fc.assert(fc.property(fc.constantFrom("ordered", "dropped"), seeds, (model, seed) => {
    const { names } = cutPower(history(CREATE, other), DISK, 2, model, new Random(seed));
    const left = [...names.entries(ROOT).keys()].join();
    assert.ok(["", "a", "a,b"].includes(left), left);
  }));
});

Deno.test("data that was not synced is lost whole, torn where sectors end, or by pages", () => {
  const steps = [CREATE, SYNC_PARENT, WRITE];
  const dropped = Array.from({ length: 50 }, (_, seed) => after(steps, "dropped", seed)!.length);
  assert.deepEqual(new Set(dropped), new Set([0]));
  const sizes = new Set(Array.from({ length: 300 }, (_, seed) => after(steps, "ordered", seed)!.length));
  assert.ok(sizes.has(0) && sizes.has(10_000), [...sizes].join());
  assert.ok([...sizes].some((size) => size % 4096 !== 0 && size % 512 === 0), [...sizes].join());
  const holes = Array.from({ length: 300 }, (_, seed) => after(steps, "ordered", seed)!);
  assert.ok(holes.some((kept) => kept.length > 0 && kept[0] === 0), "no page was lost before another");
});

Deno.test("a renamed file is at its old name or at its new one", () => {
  const rename = {
    kind: "names",
    changes: [{ directory: ROOT, name: "b", node: FILE }, { directory: ROOT, name: "a", node: null }],
  } as const;
  fc.assert(fc.property(fc.constantFrom(...MODELS), seeds, (model, seed) => {
    const { names } = cutPower(history(CREATE, SYNC_PARENT, rename), DISK, 3, model, new Random(seed));
    assert.notEqual(names.entries(ROOT).size, 0);
  }));
});

Deno.test("what was written more than half a minute ago is on an ordered disk without a sync", () => {
  const { nodes, operations } = history(CREATE, WRITE, SYNC_PARENT);
  const late = operations.map((operation, index) => ({ ...operation, at: index === 2 ? 31_000 : 0 }));
  const { names, content } = cutPower(
    { nodes, before: [], operations: late },
    DISK,
    3,
    "dropped",
    new Random(1),
  );
  assert.deepEqual(content(names.find(`${DISK}/a`, true)!), WRITE.bytes);
});
