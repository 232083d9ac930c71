import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { testNeeding } from "../kit/skip.ts";
import { plain } from "./skill_files.ts";

const KIB = 1024;
const SKILLS = 12;
const FILES = 20;
const FILE_BYTES = 32 * KIB;

/** Returns a repository whose skills together have `SKILLS * FILES * FILE_BYTES` bytes, and a few more. */
function repositoryOfSkills(): TestRepository {
  const text = "plain words\n".repeat(FILE_BYTES / 12 + 1).slice(0, FILE_BYTES);
  const files = Array.from({ length: SKILLS }, (_, i) => {
    const place = `.claude/skills/skill-${i + 10}`;
    const more = Array.from({ length: FILES }, (_, j) => [`${place}/notes-${j}.md`, text]);
    return [[`${place}/SKILL.md`, plain(`skill-${i + 10}`)], ...more];
  });
  return TestRepository.make({ "a.txt": "hello\n", ...Object.fromEntries(files.flat()) });
}

/** Admits a repository by a run in it. */
async function admit(h: Harness, repository: TestRepository): Promise<void> {
  const body = { request: 'append "x" to a.txt', repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await h.settled(id);
}

/** Returns how many bytes this process has read so far; null where the system does not say. */
function bytesRead(): number | null {
  try {
    return Number(/^rchar: (\d+)/m.exec(Deno.readTextFileSync("/proc/self/io"))?.[1]);
  } catch {
    return null;
  }
}

/** Defines a test that counts what is read. */
const counting = (name: string, fn: () => Promise<void>) =>
  testNeeding(bytesRead() === null ? "needs /proc/self/io, which Linux has" : null, { name, fn });

/** A time after which the file times of this test are long past. */
const later = () => new Date(Date.now() + 3_600_000);

Deno.test("another request is answered while skills of repositories are read", async () => {
  using repository = repositoryOfSkills();
  await using h = await harness({ workers: 1 });
  await admit(h, repository);
  await h.operator("GET /skills"); // parses each skill in a process, which always lets others go first
  const answered: string[] = [];
  const skills = h.operator("GET /skills").then(() => answered.push("GET /skills"));
  const { promise: nextTurn, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, 0);
  await nextTurn;
  await h.operator("GET /health").then(() => answered.push("GET /health"));
  await skills;
  assert.deepEqual(answered, ["GET /health", "GET /skills"]);
});

counting("skills that have not changed are not read again; a changed one is", async () => {
  using repository = repositoryOfSkills();
  await using h = await harness({ workers: 1, now: later });
  await admit(h, repository);
  const read = async () => {
    const before = bytesRead()!;
    const skills = await h.operator("GET /skills");
    return { bytes: bytesRead()! - before, skills };
  };
  const first = await read();
  assert.ok(first.bytes > SKILLS * FILES * FILE_BYTES);
  const second = await read();
  assert.ok(second.bytes < FILES * FILE_BYTES, `${second.bytes} bytes were read again`);
  assert.deepEqual(second.skills, first.skills);
  repository.write({ ".claude/skills/skill-10/notes-0.md": "x".repeat(FILE_BYTES) });
  const third = await read();
  assert.notEqual(third.skills[0]!.contentSha256, first.skills[0]!.contentSha256);
  assert.deepEqual(third.skills.slice(1), first.skills.slice(1));
});

Deno.test("a skill that was changed a moment ago is read again, since its times may not show the next change", async () => {
  using repository = TestRepository.make({
    "a.txt": "hello\n",
    ".claude/skills/one/SKILL.md": plain("one", "A\n"),
  });
  await using h = await harness({ workers: 1 });
  await admit(h, repository);
  const hash = async () => (await h.operator("GET /skills"))[0]!.contentSha256;
  const before = await hash();
  repository.write({ ".claude/skills/one/SKILL.md": plain("one", "B\n") });
  assert.notEqual(await hash(), before);
});

counting("a client that goes away ends the reading", async () => {
  using repository = repositoryOfSkills();
  const errors: string[] = [];
  const log = { error: (message: string) => errors.push(message), info: () => {} };
  await using h = await harness({ workers: 1, now: later, log });
  await admit(h, repository);
  const before = bytesRead()!;
  const gone = new AbortController();
  const request = h.send("/skills", { signal: gone.signal });
  gone.abort();
  assert.equal((await request).ok, false);
  assert.ok(bytesRead()! - before < SKILLS * FILES * FILE_BYTES / 2);
  assert.deepEqual(errors, []);
  assert.equal((await h.operator("GET /skills")).length, SKILLS);
});

Deno.test("at most so many skills and bytes of repositories are listed", async () => {
  const half = "x".repeat(9 * KIB * KIB);
  const files = Array.from({ length: 8 }, (_, i) => [
    [`.claude/skills/s-${i}/SKILL.md`, plain(`s-${i}`)],
    [`.claude/skills/s-${i}/notes.md`, half],
  ]);
  using repository = TestRepository.make({ "a.txt": "hello\n", ...Object.fromEntries(files.flat()) });
  await using h = await harness({ workers: 1 });
  await admit(h, repository);
  const listed = (await h.operator("GET /skills")).map(({ name }) => name);
  assert.deepEqual(listed, ["s-0", "s-1", "s-2", "s-3", "s-4", "s-5", "s-6"], "64 MiB in all");
});

Deno.test("directories that are no skill count too: a listing ends at 5000 entries", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", ".claude/skills/z/SKILL.md": plain("z") });
  await using h = await harness({ workers: 1 });
  await admit(h, repository);
  const listed = async () => (await h.operator("GET /skills")).map(({ name }) => name);
  const fill = (name: string) => {
    for (let i = 0; i < 1001; i++) {
      Deno.mkdirSync(`${repository.root}/.claude/skills/${name}/${i}`, { recursive: true });
    }
  };
  for (const name of ["a", "b", "c", "d"]) fill(name);
  assert.deepEqual(await listed(), ["z"]);
  fill("e");
  assert.deepEqual(await listed(), []);
});

/** Most file systems say how long a directory is. */
const isLengthKnown = Deno.statSync(import.meta.dirname!).size > 100;

testNeeding(isLengthKnown ? null : "needs a file system that says how long a directory is", {
  name: "a directory with very many names is not read",
  fn: async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n", ".claude/skills/a/SKILL.md": plain("a") });
    await using h = await harness({ workers: 1 });
    await admit(h, repository);
    const listed = async () => (await h.operator("GET /skills")).map(({ name }) => name);
    assert.deepEqual(await listed(), ["a"]);
    const place = `${repository.root}/.claude/skills`;
    for (let i = 0; Deno.statSync(place).size <= 256 * KIB; i++) {
      Deno.mkdirSync(`${place}/${"x".repeat(200)}${i}`);
    }
    assert.deepEqual(await listed(), []);
  },
});
