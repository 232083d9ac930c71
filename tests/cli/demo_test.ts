import assert from "node:assert/strict";
import { join } from "node:path";
import { demo } from "../../commands/demo.ts";
import { compare, readState } from "../../commands/demo/checks.ts";
import { fakeShell, makeRepository, runCli } from "./fixture.ts";

async function temporary() {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  return { directory, [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }) };
}

Deno.test("demo: --yes runs from request to proof, and leaves no files", async () => {
  await using place = await temporary();
  const environment = { TMPDIR: place.directory };
  const { code, stdout, stderr } = await runCli(["demo", "--yes"], {
    environment,
    directory: place.directory,
  });
  assert.equal(code, 0, stdout + stderr);
  for (
    const text of [
      /^Plan {2}by builtin\/recipe$/m,
      /✓ Created NOTES-agent-harness\.md/,
      /The verifier "sh test\.sh" passed/,
      /^ {2}\+echo "Hello, world"$/m,
      /patch +sha256 [0-9a-f]{64}/,
      /✓ 2 touched files with exactly the approved content/,
      /✓ 2 other files unchanged/,
      /✓ \.git unchanged, byte for byte/,
      /✓ audit chain verified/,
      /agent-harness init$/m,
      /agent-harness run /,
    ]
  ) assert.match(stdout, text);
  assert.equal(stderr, "");
  assert.deepEqual([...Deno.readDirSync(place.directory)], []);
});

Deno.test("demo: --repo works on any git repository and changes nothing else in it", async () => {
  await using place = await temporary();
  const root = await makeRepository(join(place.directory, "mine"), {
    "main.c": "int main(void) { return 0; }\n",
    "NOTES-agent-harness.md": "mine already\n",
    ".gitignore": "*.txt\n",
  });
  await Deno.writeTextFile(join(root, "untracked.o"), "left alone");
  const inside = join(root, "sub");
  await Deno.mkdir(inside);
  const { code, stdout, stderr } = await runCli(["demo", "--yes", "--json", "--repo", inside]);
  assert.equal(code, 0, stdout + stderr);
  const result = JSON.parse(stdout);
  assert.equal(result.ok, true);
  assert.equal(result.repository, root);
  assert.deepEqual(result.checks.map(({ name }: { name: string }) => name), [
    "approved",
    "others",
    "git",
    "audit",
  ]);
  assert.match(await Deno.readTextFile(join(root, "agent-harness-demo.md")), /after a human approved it/);
  assert.equal(await Deno.readTextFile(join(root, "NOTES-agent-harness.md")), "mine already\n");
});

Deno.test("demo: asks a person as review does, and a rejection leaves the repository unchanged", async () => {
  await using place = await temporary();
  const root = await makeRepository(join(place.directory, "mine"), { "a.txt": "a\n" });
  const { shell, questions, printed } = fakeShell(["x", "not today"]);
  assert.equal(await demo(shell, { repo: root }), 6);
  assert.equal(questions.length, 2);
  assert.match(printed.stdout, /Nothing was approved or written\. The run is failed/);
  assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [".git", "a.txt"]);
});

Deno.test("demo: without a terminal and --yes, or without a git repository, it refuses", async () => {
  await using place = await temporary();
  const [asks, elsewhere] = await Promise.all([
    runCli(["demo"], { environment: { TMPDIR: place.directory } }),
    runCli(["demo", "--yes", "--repo", "/"], { environment: { TMPDIR: place.directory } }),
  ]);
  assert.equal(asks.code, 2);
  assert.match(asks.stderr, /--yes/);
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /is not inside a git working tree/);
  assert.deepEqual([...Deno.readDirSync(place.directory)], []);
});

Deno.test("demo: its proof detects an extra file, a changed mode, a changed .git and wrong content", async () => {
  await using place = await temporary();
  const root = await makeRepository(join(place.directory, "mine"), { "a.txt": "a\n", "b.txt": "b\n" });
  const before = await readState(root);
  const failing = async () =>
    compare(before, await readState(root), []).filter(({ ok }) => !ok).map(({ name }) => name);
  assert.deepEqual(await failing(), []);
  await Deno.chmod(join(root, "a.txt"), 0o755);
  assert.deepEqual(await failing(), ["others"]);
  await Deno.writeTextFile(join(root, ".git/description"), "touched");
  assert.deepEqual(await failing(), ["others", "git"]);
  const after = { mode: "100644" as const, blob: "", sha256: "0".repeat(64), size: 2 };
  const file = {
    ...{ id: "b.txt", path: "b.txt", change: "modified" as const, before: null, after },
    ...{ binary: false, additions: 1, deletions: 1, hunks: [] },
  };
  const checks = compare(before, await readState(root), [file]);
  assert.deepEqual(checks.map(({ name, ok }) => [name, ok])[0], ["approved", false]);
});
