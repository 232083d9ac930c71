import assert from "node:assert/strict";
import { join } from "node:path";
import { CLI, startFixture } from "./fixture.ts";
import { sandboxTest } from "../sandbox.ts";

const ofRun = (id: string) => ({ params: { id } });

sandboxTest(
  "enter: the shell is in the sandbox of the task's worktree, and what it changes is reviewed",
  async () => {
    await using fixture = await startFixture();
    const root = await fixture.repository();
    const { id } = await fixture.waitingRun('create b.txt with "b"', root);
    const home = Deno.env.get("HOME")!;
    const secret = join(fixture.directory, "secret.txt");
    await Deno.writeTextFile(secret, "secret");
    const stdin = `echo mine > mine.txt\ncat ${secret} && echo LEAKED\ntouch ${join(home, "escaped")} && ls ${
      join(home, "escaped")
    } > seen.txt\nexit\n`;
    const ended = await fixture.run(["enter", id, "--hand-back"], { stdin, environment: { USER: "anna" } });
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /in a sandbox without network access/);
    assert.match(ended.stderr, /^\[agent-harness\] This shell has no network\./m, "its first line");
    assert.match(ended.stderr, /Handed back/);
    assert.doesNotMatch(ended.stdout, /^LEAKED/m);
    await assert.rejects(Deno.stat(join(home, "escaped")), "the home in the sandbox is not the person's");
    const run = await followed(fixture, id);
    const [visit] = run.tasks.at(-1)!.visits!;
    assert.equal(visit!.by, "anna");
    assert.deepEqual(visit!.paths.includes("mine.txt"), true);
  },
);

/** The run when its next review is asked for. */
async function followed(fixture: Awaited<ReturnType<typeof startFixture>>, id: string) {
  const watched = await fixture.run(["watch", id]);
  assert.equal(watched.code, 7, watched.stderr);
  return await fixture.connection.call("GET /runs/:id", ofRun(id));
}

Deno.test("enter: starts an editor in the worktree, which belongs to the person until it is handed back", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"', root);
  const editor = join(fixture.directory, "editor");
  await Deno.writeTextFile(editor, '#!/bin/sh\necho edited > "$1/a.txt"\n', { mode: 0o755 });
  const none = await fixture.run(["enter", id, "--editor"]);
  assert.deepEqual([none.code, /Set EDITOR/.test(none.stderr)], [2, true]);
  const ended = await fixture.run(["enter", id, "--editor"], { environment: { EDITOR: editor } });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /still waits\. Hand it back with: agent-harness hand-back/);
  const [entered] = await fixture.connection.call("GET /runs/:id/entered", ofRun(id));
  assert.equal(entered!.state, "entered");
  const printed = await fixture.run(["enter", id, "--print"]);
  assert.equal(printed.stdout.trim(), entered!.directory);
  const handed = await fixture.run(["hand-back", id]);
  assert.equal(handed.code, 0, handed.stderr);
  const run = await followed(fixture, id);
  assert.deepEqual(run.tasks.at(-1)!.visits![0]!.paths, ["a.txt"]);
});

Deno.test("enter: an editor gets no variables of this service, and settings with which git runs nothing of the worktree", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"', root);
  const [editor, seen, mark] = ["editor", "seen", "mark"].map((name) => join(fixture.directory, name));
  const hook =
    `printf '#!/bin/sh\\ntouch ${mark}\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`;
  const commit = "git commit -q --allow-empty -m x";
  await Deno.writeTextFile(
    editor!,
    `#!/bin/sh\nenv > '${seen}'\ngit config --get mine.own >> '${seen}'\nmkdir -p .git/hooks\n${hook}\n${commit}\n`,
    { mode: 0o755 },
  );
  const environment = {
    EDITOR: editor!,
    AGENT_HARNESS_OTHER: "x",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "mine.own",
    GIT_CONFIG_VALUE_0: "kept",
  };
  const ended = await fixture.run(["enter", id, "--editor"], { environment });
  assert.equal(ended.code, 0, ended.stderr);
  const text = await Deno.readTextFile(seen!);
  assert.match(text, /^EDITOR=/m);
  assert.doesNotMatch(text, /AGENT_HARNESS_/);
  assert.match(text, /^kept$/m);
  await assert.rejects(Deno.stat(mark!), "the hook did not run");
  const [entered] = await fixture.connection.call("GET /runs/:id/entered", ofRun(id));
  const env = {
    GIT_AUTHOR_NAME: "x",
    GIT_AUTHOR_EMAIL: "x",
    GIT_COMMITTER_NAME: "x",
    GIT_COMMITTER_EMAIL: "x",
  };
  const args = commit.split(" ").slice(1);
  await new Deno.Command("git", { args, cwd: entered!.directory!, env }).output();
  await Deno.stat(mark!); // control: without the settings it does
});

Deno.test("enter: a node that failed is entered in a new run, and repeated with the editor's change", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const source =
    "name: w\nnodes:\n  - { id: look, kind: command, with: { command: 'echo 1 > half.txt; test -e b.txt' } }\n";
  const { connection } = fixture;
  const { id } = await connection.call("POST /saved-workflows", { body: { source } });
  const body = { repoPath: root };
  const { runId } = await connection.call("POST /saved-workflows/:id/run", { params: { id }, body });
  assert.equal((await fixture.run(["watch", runId!])).code, 6);
  const editor = join(fixture.directory, "editor");
  await Deno.writeTextFile(editor, '#!/bin/sh\ncat "$1/half.txt" "$1/half.txt" > "$1/b.txt"\n', {
    mode: 0o755,
  });
  const ended = await fixture.run(["enter", runId!, "--editor", "--hand-back"], {
    environment: { EDITOR: editor, USER: "anna" },
  });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /continues the ended one/);
  const next = /watch (\S+)/.exec(ended.stderr)![1]!;
  assert.notEqual(next, runId);
  const run = await followed(fixture, next);
  assert.deepEqual(run.tasks[0]!.visits![0]!.paths, ["b.txt"]);
});

Deno.test("enter: after a run that was cancelled meanwhile nothing is asked, and all that a person changed is kept and named", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const editor = join(fixture.directory, "editor");
  const cancel = `'${Deno.execPath()}' run -A --quiet '${CLI}' runs cancel ${id} --url ${fixture.url}`;
  const script = `#!/bin/sh\necho before > "$1/a.txt"\n${cancel}\necho after > "$1/late.txt"\n`;
  await Deno.writeTextFile(editor, script, { mode: 0o755 });
  const ended = await fixture.run(["enter", id, "--editor"], { environment: { EDITOR: editor } });
  assert.doesNotMatch(ended.stderr, /still waits/);
  const [, path] = /is cancelled, so its worker does not continue\. .* is in the artifact (\S+)\.$/m.exec(
    ended.stderr,
  )!;
  const query = { path: path! };
  const { content } = await fixture.connection.call("GET /runs/:id/artifact", { ...ofRun(id), query });
  assert.match(content!, /\+after/);
});

Deno.test("enter: says why a task failed before anybody was in it, instead of waiting", async () => {
  await using fixture = await startFixture();
  const body = {
    request: 'create b.txt with "b"',
    repoPath: await fixture.repository(),
    setup: { command: "exit 3" },
  };
  const { id } = await fixture.connection.call("POST /coordinator/runs", { body });
  const watched = await fixture.run(["watch", id]);
  assert.equal(watched.code, 7, watched.stderr);
  const { code, stderr } = await fixture.run(["enter", id, "--print"]);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /failed before you were in it: The setup command "exit 3" ended with exit code 3/);
});
