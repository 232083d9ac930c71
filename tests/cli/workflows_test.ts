import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { zipOf } from "../skills/archives.ts";
import { runCli, startFixture } from "./fixture.ts";

const node = (kind: string) => `name: x\nnodes:\n  - { id: a, kind: ${kind}, with: { command: "true" } }\n`;

Deno.test("workflows validate: without a service, each fault with its file, line and column, and the exit code", async () => {
  const directory = temporaryDirectory();
  await Deno.writeTextFile(join(directory, "good.yaml"), node("command"));
  await Deno.writeTextFile(join(directory, "bad.yaml"), node("comand"));
  const run = (...files: string[]) => runCli(["workflows", "validate", ...files], { directory });
  const [good, both, none] = await Promise.all([
    run("good.yaml"),
    run("good.yaml", "bad.yaml"),
    run("none.yaml"),
  ]);
  assert.deepEqual([good.code, good.stdout], [0, ""], good.stderr);
  assert.equal(both.code, 1, both.stderr);
  assert.match(
    both.stdout,
    /^bad\.yaml:3:20: error: There is no node kind "comand"\. Did you mean "command"\?/,
  );
  assert.equal(none.code, 2);
  assert.match(none.stderr, /Could not read the file none\.yaml/);
});

Deno.test("workflows diff: shows the differences between two versions, in nodes and in what they may touch", async () => {
  await using fixture = await startFixture();
  const save = async (text: string, ...more: string[]) => {
    const source = node("command").replace('"true"', text);
    const { stdout, stderr } = await fixture.run([
      "workflows",
      "save",
      "--source",
      source,
      ...more,
      "--json",
    ]);
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout).id as string;
  };
  const id = await save("make");
  const alone = await fixture.run(["workflows", "diff", id]);
  assert.deepEqual([alone.code, alone.stdout], [0, ""]);
  await save("make test", "--id", id);
  await save("make all", "--id", id);
  const [newest, whole, wrong] = await Promise.all([
    fixture.run(["workflows", "diff", id]),
    fixture.run(["workflows", "diff", id, "--from", "1", "--to", "3"]),
    fixture.run(["workflows", "diff", id, "--from", "0"]),
  ]);
  assert.match(
    newest.stdout,
    /^From version 2 to version 3\n\s+node a\s+changed\n\s+commands\s+\+ make all\n\s+commands\s+- make test/,
  );
  assert.match(whole.stdout, /^From version 1 to version 3\n/);
  assert.equal(wrong.code, 2);
});

Deno.test("workflows from files: are saved, tested, compared and run by the name in the file", async () => {
  await using fixture = await startFixture();
  const directory = temporaryDirectory();
  const write = (command: string) =>
    Deno.writeTextFileSync(
      join(directory, "fix.yaml"),
      `name: Fix\nnodes:\n  - { id: a, kind: command, with: { command: "${command}" } }\n`,
    );
  const run = (...words: string[]) => fixture.run(words, { directory });
  write("make");
  const [dry, test, unknown] = await Promise.all([
    run("workflows", "dry-run", "fix.yaml"),
    run("workflows", "test", "fix.yaml", "--stubs", '{"a": {"exitCode": 1}}'),
    run("workflows", "diff", "fix.yaml"),
  ]);
  assert.deepEqual([dry.code, dry.stdout.split("\n")[0]], [0, "completed  Every node ended."], dry.stderr);
  assert.equal(test.code, 1);
  assert.match(test.stdout, /^failed {2}"a": The command ended with exit code 1\./);
  assert.match(unknown.stderr, /No workflow named "Fix" is saved yet/);
  const saved = JSON.parse((await run("workflows", "save", "fix.yaml", "--json")).stdout);
  assert.equal(saved.latestVersion, 1);
  write("make test");
  const compared = await run("workflows", "diff", "fix.yaml");
  assert.match(
    compared.stdout,
    /^From version 1 to the file fix\.yaml\n\s+node a\s+changed\n\s+commands\s+\+ make test/,
  );
  await run("workflows", "save", "fix.yaml");
  const [newest, earlier, none, later] = await Promise.all([
    run("workflows", "diff", "fix.yaml"),
    run("workflows", "diff", "fix.yaml", "--from", "1"),
    run("workflows", "diff", "fix.yaml", "--from", "7"),
    run("workflows", "diff", "fix.yaml", "--to", "1"),
  ]);
  assert.equal(newest.stdout, "Version 2 and the file fix.yaml are equivalent.\n");
  assert.equal(earlier.stdout, compared.stdout);
  assert.match(none.stderr, /has no version 7/);
  assert.deepEqual([later.code, later.stderr], [2, "✗ A file is the later version, so leave out --to.\n"]);
  const started = await run("workflows", "run", "fix.yaml", "--repo", directory, "--json");
  const { runId } = JSON.parse(started.stdout);
  const shown = JSON.parse((await run("runs", "get", runId, "--json")).stdout);
  assert.deepEqual(
    [shown.workflowId, shown.workflowVersion],
    [saved.id, 2],
    "saved as a new version of the same",
  );
  const changed = await run(
    "workflows",
    "assist",
    "--content",
    "run make check",
    "--draft",
    "fix.yaml",
    "--json",
  );
  assert.deepEqual(JSON.parse(changed.stdout).difference.nodes.length, 1, changed.stderr);
  write("make ${{ inputs.x }}");
  const wrong = await run("workflows", "run", "fix.yaml", "--repo", directory);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /fix\.yaml:3:\d+: error: A command must not contain/);
});

Deno.test("workflows dry-run and skills validate: print lines and columns for a person", async () => {
  await using fixture = await startFixture();
  const directory = join(temporaryDirectory(), "Release_Notes");
  await Deno.mkdir(directory);
  await Deno.writeTextFile(
    join(directory, "SKILL.md"),
    "---\nname: Release_Notes\ndescription: Says how.\n---\n# Steps\n",
  );
  const [dry, skill] = await Promise.all([
    fixture.run(["workflows", "dry-run", "--source", node("comand")]),
    fixture.run(["skills", "validate", directory]),
  ]);
  assert.equal(dry.code, 1);
  assert.match(dry.stdout, /^invalid .*\n\s+3:20: error: There is no node kind "comand"/);
  assert.equal(skill.code, 1);
  assert.match(skill.stdout, /SKILL\.md:2: error: /);
  const content = await Deno.readTextFile(join(directory, "SKILL.md"));
  const archive = `${directory}.zip`;
  await Deno.writeFile(archive, await zipOf([{ name: "Release_Notes/SKILL.md", content }]));
  const zipped = await fixture.run(["skills", "validate", archive]);
  assert.deepEqual([zipped.code, zipped.stdout], [skill.code, skill.stdout], "the same from a zip of it");
  const good = content.replace("Release_Notes", "release-notes");
  await Deno.writeFile(archive, await zipOf([{ name: "release-notes/SKILL.md", content: good }]));
  const imported = await fixture.run(["skills", "import", archive, "--json"]);
  assert.equal(JSON.parse(imported.stdout).skill.name, "release-notes", imported.stderr);
});

Deno.test("workflows test: a missing input is called missing, and one iteration is one", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const directory = temporaryDirectory();
  const file = join(directory, "fix.yaml");
  Deno.writeTextFileSync(
    file,
    `name: x
inputs: { type: object, required: [what], properties: { what: { type: string } } }
nodes:
  - id: mend
    kind: loop
    with: { max: 5, until: "true", nodes: [{ id: a, kind: command, with: { command: "true" } }] }
`,
  );
  const missing = await fixture.main(["workflows", "test", file]);
  assert.deepEqual([missing.code, missing.stdout], [1, "invalid  inputs: what: it is missing.\n"]);
  const done = await fixture.main(["workflows", "test", file, "--inputs", '{"what":"it"}']);
  assert.match(done.stdout, /mend {2}loop {2}completed {2}It ended after 1 iteration\.$/m);
  Deno.removeSync(directory, { recursive: true });
});
