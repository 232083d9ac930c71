/** Prints how many bytes listings of skills read: of all, of unchanged ones, of one changed, and for a client that went away. */
import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { admit, FILE_BYTES, repositoryOfSkills, SKILLS } from "./listing_world.ts";

/** How many bytes this process has read so far. */
const bytesRead = (): number => Number(/^rchar: (\d+)/m.exec(Deno.readTextFileSync("/proc/self/io"))![1]);

using repository = repositoryOfSkills();
using other = repositoryOfSkills();
const errors: string[] = [];
const log = { error: (message: string) => errors.push(message), info: () => {} };
await using h = await harness({
  workers: 1,
  // The times of the files are long past.
  now: () => new Date(Date.now() + 3_600_000),
  log,
});
const reading = async <Value>(work: () => Promise<Value>) => {
  const before = bytesRead();
  const value = await work();
  return { bytes: bytesRead() - before, value };
};
const list = () => reading(() => h.operator("GET /skills"));

await admit(h, repository);
const first = await list();
const second = await list();
assert.deepEqual(second.value, first.value);
repository.write({ ".claude/skills/skill-10/notes-0.md": "x".repeat(FILE_BYTES) });
const third = await list();
assert.notEqual(third.value[0]!.contentSha256, first.value[0]!.contentSha256);
assert.deepEqual(third.value.slice(1), first.value.slice(1));

await admit(h, other);
const gone = await reading(async () => {
  const client = new AbortController();
  const request = h.send("/skills", { signal: client.signal });
  client.abort();
  assert.equal((await request).ok, false);
});
assert.deepEqual(errors, []);
assert.equal((await h.operator("GET /skills")).length, 2 * SKILLS);
const counts = { first: first.bytes, second: second.bytes, third: third.bytes, gone: gone.bytes };
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(counts)));
