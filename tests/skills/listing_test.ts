import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { testNeeding } from "../kit/skip.ts";
import { admit, ALL_BYTES, repositoryOfSkills, SKILL_BYTES } from "./listing_world.ts";
import { plain } from "./skill_files.ts";

const KIB = 1024;

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

/** Runs the program that counts what it reads, in a process of its own: this one runs other tests too. */
async function counted(): Promise<Record<"first" | "second" | "third" | "gone", number>> {
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("count_reads.ts", import.meta.url).pathname],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout).trim().split("\n").at(-1)!);
}

testNeeding(Deno.build.os === "linux" ? null : "needs /proc/self/io, which Linux has", {
  name: "skills are read once until they change, and not to the end for a client that goes away",
  fn: async () => {
    const bytes = await counted();
    assert.ok(bytes.first > ALL_BYTES);
    assert.ok(bytes.second < SKILL_BYTES, `${bytes.second} bytes were read again`);
    assert.ok(bytes.third < ALL_BYTES, `${bytes.third} bytes were read for one changed skill`);
    assert.ok(bytes.gone < ALL_BYTES / 2, `${bytes.gone} bytes were read for a client that was gone`);
  },
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
