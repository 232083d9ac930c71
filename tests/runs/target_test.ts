import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

/** Every file below a directory with the hash of its content and its mode. */
function fingerprint(directory: string, found = new Map<string, string>(), prefix = ""): Map<string, string> {
  for (const entry of Deno.readDirSync(join(directory, prefix))) {
    const path = join(prefix, entry.name);
    if (entry.isDirectory) fingerprint(directory, found, path);
    else {
      const full = join(directory, path);
      const content = entry.isSymlink ? Deno.readLinkSync(full) : Deno.readFileSync(full);
      found.set(path, `${Deno.lstatSync(full).mode} ${createHash("sha256").update(content).digest("hex")}`);
    }
  }
  return found;
}

Deno.test("a whole run leaves the target's .git byte-identical and runs nothing that its configuration names", async () => {
  using repository = TestRepository.make({
    "a.txt": "hello\n",
    ".gitattributes": "*.txt filter=evil diff=evil\n",
  });
  const fired = join(repository.root, "fired");
  const sentinel = `touch '${fired}'; cat`;
  for (
    const [key, value] of [
      ["core.fsmonitor", sentinel],
      ["filter.evil.clean", sentinel],
      ["filter.evil.smudge", sentinel],
      ["filter.evil.process", sentinel],
      ["diff.evil.textconv", sentinel],
      ["diff.external", sentinel],
      ["core.hooksPath", join(repository.root, ".git", "evil-hooks")],
      ["alias.status", `!${sentinel}`],
      ["core.pager", sentinel],
    ] as const
  ) repository.git("config", key, value);
  repository.write({
    ".git/evil-hooks/post-checkout": `#!/bin/sh\n${sentinel}\n`,
    ".git/hooks/pre-commit": sentinel,
  });
  Deno.chmodSync(join(repository.root, ".git/evil-hooks/post-checkout"), 0o755);

  repository.git("diff", "--no-ext-diff");
  assert.ok(repository.exists("fired"), "the control: plain git runs what the repository names");
  Deno.removeSync(fired);

  const before = fingerprint(join(repository.root, ".git"));
  await using h = await harness({ workers: 2 });
  const waiting = await runToRest(h, repository, {
    request: 'create docs/NOTE.md with "x"\nreplace "hello" with "bye" in a.txt\nrun echo made > made.txt',
    verifier: { command: "grep -q bye a.txt" },
  });
  const done = await approvePending(h, waiting);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.exists("fired"), false);
  assert.deepEqual(fingerprint(join(repository.root, ".git")), before);
  assert.equal(repository.read("a.txt"), "bye\n");
});

Deno.test("a directory without git works through a shadow repository and gets no .git", async () => {
  using repository = new TestRepository();
  repository.write({ "a.txt": "hello\n", "deep/b.txt": "b\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, {
    request: 'replace "hello" with "bye" in a.txt\ndelete deep/b.txt',
  });
  assert.equal(pendingOf(waiting).policyClass, "repo-write", waiting.statusDetail);
  assert.equal((await approvePending(h, waiting)).status, "completed");
  assert.deepEqual([...fingerprint(repository.root).keys()], ["a.txt"]);
  assert.equal(repository.read("a.txt"), "bye\n");
});

Deno.test("a repository without a commit has an empty base", async () => {
  using repository = new TestRepository();
  repository.git("init", "-q", "-b", "main");
  await using h = await harness({ workers: 1 });
  const done = await approvePending(
    h,
    await runToRest(h, repository, { request: 'create first.txt with "1"' }),
  );
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("first.txt"), "1");
});

Deno.test("symbolic links, .git and paths outside of the repository are refused when the work is done", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  using elsewhere = new TestRepository();
  Deno.symlinkSync(elsewhere.root, join(repository.root, "out"));
  repository.commit({});
  await using h = await harness({ workers: 1 });
  for (
    const request of [
      'create out/x.txt with "x"',
      'create ../x.txt with "x"',
      'create /tmp/agent-harness-x.txt with "x"',
      'create .git/hooks/pre-commit with "x"',
      'create .GIT/config with "x"',
      "run ln -s /etc link",
      "run mkdir sub && cd sub && git init -q . && touch f && git add f && git -c user.name=x -c user.email=x commit -qm x",
      "run printf '[submodule]' > .gitmodules",
    ]
  ) {
    const { id } = await h.operator("POST /coordinator/runs", {
      body: {
        request,
        repoPath: repository.root,
        worker: { provider: "builtin", model: "recipe" },
        onFailure: "fail",
      },
    });
    const rested = await h.settled(id);
    // A protected path is asked for first; a yes does not make it possible.
    const ended = rested.waitingFor?.kind === "approval" ? await approvePending(h, rested) : rested;
    assert.equal(ended.status, "failed", `${request}: ${ended.status} ${ended.waitingFor?.detail}`);
    assert.ok(["invalid_input", "unsupported_request"].includes(ended.statusReason!), ended.statusDetail);
  }
  assert.deepEqual([...fingerprint(elsewhere.root).keys()], []);
});
