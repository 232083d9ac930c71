import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, refused } from "./machine.ts";

const MEBIBYTE = 1024 * 1024;

/** Seven bits a byte, the lowest first. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [128 | value % 128, ...varint(Math.floor(value / 128))];

/** The head of an object in a pack: its type and its size. */
const head = (type: number, size: number): number[] => {
  const rest = Math.floor(size / 16);
  const first = type * 16 + size % 16;
  return rest === 0 ? [first] : [128 | first, ...varint(rest)];
};

/** Returns a pack with an empty mebibyte besides, and with an object that repeats it so often, in two bytes each time. */
function swollen(pack: Uint8Array, times: number): { bytes: Uint8Array<ArrayBuffer>; sha256: string } {
  const empty = new Uint8Array(MEBIBYTE);
  const id = createHash("sha1").update(`blob ${MEBIBYTE}\0`).update(empty).digest();
  const delta = new Uint8Array([
    ...varint(MEBIBYTE),
    ...varint(times * MEBIBYTE),
    ...Array.from({ length: times }, () => [0xc0, 0x10]).flat(),
  ]);
  const content = new Uint8Array([
    ...pack.slice(0, -20),
    ...[...head(3, MEBIBYTE), ...deflateSync(empty)],
    ...[...head(7, delta.length), ...id, ...deflateSync(delta)],
  ]);
  const view = new DataView(content.buffer);
  view.setUint32(8, view.getUint32(8) + 2);
  const bytes = new Uint8Array([...content, ...createHash("sha1").update(content).digest()]);
  return { bytes, sha256: sha256(bytes) };
}

Deno.test("a small pack with an object that is larger than what a task may leave is refused before git builds it", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const made = objects.write("blob", "b");
  const tree = objects.tree([{ mode: "100644", name: "b.txt", id: made }]);
  const commit = objects.commit(tree, holder.manifest.task.start.commit);
  const { bytes } = objects.pack([made, tree, commit]);
  const send = async (times: number) => {
    const pack = await holder.put(swollen(bytes, times));
    return await holder.say([await holder.ended({ commit, tree, pack })]);
  };
  await refused(send(600), /not complete, or damaged: .*attempting to allocate 629145601 /, 400);
  assert.equal(await send(2), 1, "the control: a smaller one is read");
  await h.settled(holder.runId);
});
