import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { startFixture } from "./fixture.ts";

const IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org"];

/** A run that was delivered as a commit on a branch which is then checked out. */
async function delivered() {
  const fixture = await startFixture();
  const repository = TestRepository.make();
  const { id, approvalId } = await fixture.waitingRun(
    'replace "hello" with "bye" in a.txt',
    repository.root,
    "grep -q bye a.txt",
  );
  const params = { id: approvalId };
  await fixture.connection.call("POST /approvals/:id/approve", {
    params,
    body: {
      ...REVIEWED,
      delivery: "branch",
      shown: { by: "screen", files: { seen: 1, of: 1, paths: ["a.txt"] } },
    },
  });
  const { delivery } = await fixture.connection.call("GET /approvals/:id", { params });
  const { commit } = delivery!;
  repository.git("checkout", "-q", delivery!.branch!);
  return {
    fixture,
    repository,
    id,
    commit,
    verify: (sha: string, ...more: string[]) =>
      fixture.main(["audit", "verify", "--commit", sha, "--repo", repository.root, ...more]),
    amend: (...args: string[]) => {
      repository.git("checkout", "-q", commit);
      repository.git(...IDENTITY, "commit", "-q", "--amend", ...args);
      return repository.git("rev-parse", "HEAD").trim();
    },
    message: repository.git("log", "-1", "--format=%B", commit),
    async [Symbol.asyncDispose]() {
      repository[Symbol.dispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

Deno.test("audit verify --commit proves a delivered commit against the service, and against an export without one", async () => {
  await using d = await delivered();
  const good = await d.verify(d.commit);
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /It is the commit that was delivered\./);
  assert.match(good.stdout, /It is the patch that was reviewed\./);
  assert.match(
    good.stdout,
    /\(repo-write\) approved by a human\. 1 of 1 file seen, on the screen .*\. Seen: a\.txt\./,
  );
  const before = d.repository.git("status", "--porcelain");
  const file = join(d.fixture.directory, "audit.json");
  const audit = await d.fixture.connection.call("GET /runs/:id/audit", { params: { id: d.id } });
  await Deno.writeTextFile(file, JSON.stringify(audit));
  const offline = await d.verify(d.commit.slice(0, 12), file, "--url", "http://127.0.0.1:1");
  assert.equal(offline.code, 0, offline.stdout + offline.stderr);
  assert.equal(d.repository.git("status", "--porcelain"), before);
  // The same with another id, as "git am" makes it: patch and trailer still hold.
  const again = await d.verify(d.amend("--no-edit", "--date=2001-01-01T00:00:00Z"));
  assert.equal(again.code, 0, again.stdout);
  assert.match(again.stdout, /Only the patch and the trailer are proved/);
});

Deno.test("audit verify --commit takes every name that git has for the commit: HEAD, a branch, a tag, a short id, an ancestor", async () => {
  await using d = await delivered();
  const branch = d.repository.git("symbolic-ref", "--short", "HEAD").trim();
  d.repository.git(...IDENTITY, "tag", "-a", "-m", "x", "annotated");
  d.repository.git("tag", "light");
  d.repository.git("pack-refs", "--all");
  d.repository.git("branch", "team/loose");
  for (
    const name of [
      "HEAD",
      "@",
      branch,
      `refs/heads/${branch}`,
      "annotated",
      "light",
      "team/loose",
      d.commit.slice(0, 7),
    ]
  ) {
    const ended = await d.verify(name);
    assert.equal(ended.code, 0, name + ended.stdout + ended.stderr);
    assert.match(ended.stdout, /It is the commit that was delivered\./);
  }
  d.repository.write({ "b.txt": "later" });
  d.repository.git("add", ".");
  d.repository.git(...IDENTITY, "commit", "-q", "-m", "later");
  for (const name of ["HEAD~1", "HEAD^", "@~"]) {
    assert.match((await d.verify(name)).stdout, /It is the commit that was delivered\./, name);
  }
});

Deno.test("audit verify --commit exits with 1 and a sentence if the patch or any line of the trailer was changed", async () => {
  await using d = await delivered();
  for (
    const [from, to, said] of [
      [
        /(Verifier: ).*/,
        "$1passed: npm test",
        /differs from the entries in: Verifier\. The trailer was changed/,
      ],
      [/(Reviewer: )human/, "$1coordinator", /differs from the entries in: Reviewer/],
      [/(Patch: sha256:)./, "$1x", /differs from the entries in: Patch/],
      [/(Run: run_.*)./, "$1", /has no run run_/],
      [/Agent-Harness-Reviewer: .*\n/, "", /no complete agent-harness trailer/],
      [/(Agent-Harness-Verifier: .*\n)/, "$1$1", /no complete agent-harness trailer/],
    ] as const
  ) {
    const ended = await d.verify(d.amend("-m", d.message.replace(from, to)));
    assert.equal(ended.code, 1, `${from}: ${ended.stdout}${ended.stderr}`);
    assert.match(ended.stdout, said);
  }
  d.repository.git("checkout", "-q", d.commit);
  d.repository.write({ "a.txt": "bye, and more\n" });
  const patched = await d.verify(d.amend("-a", "--no-edit"));
  assert.equal(patched.code, 1);
  assert.match(patched.stdout, /is not the one that was reviewed/);
  const json = JSON.parse((await d.verify(d.amend("-a", "--no-edit", "--allow-empty"), "--json")).stdout);
  assert.deepEqual([json.ok, json.runId], [true, d.id]);
});

Deno.test("audit verify --commit: errors for something that is not a commit, and for a run that was written to the working tree", async () => {
  await using d = await delivered();
  for (
    const [sha, said] of [
      ["abcdef1234", /There is no commit abcdef1234/],
      ["no-such-branch", /There is no commit no-such-branch/],
      ["HEAD~99", /There is no commit HEAD~99/],
      ["--all", /--commit|There is no commit --all/],
      ["../HEAD", /There is no commit/],
      ["HEAD:a.txt", /There is no commit/],
    ] as const
  ) {
    const ended = await d.verify(sha);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stderr, said);
  }
  const root = d.repository.git("rev-list", "--max-parents=0", d.commit).trim();
  assert.match((await d.verify(root)).stderr, /has 0 parents/);
  const none = await d.fixture.main(["audit", "verify"]);
  assert.equal(none.code, 2);
  const { id, approvalId } = await d.fixture.waitingRun('create b.txt with "b"', d.repository.root);
  await d.fixture.connection.call("POST /approvals/:id/approve", {
    params: { id: approvalId },
    body: REVIEWED,
  });
  const copied = await d.verify(d.amend("-m", d.message.replace(/(Run: ).*/, `$1${id}`)));
  assert.equal(copied.code, 1);
  assert.match(copied.stdout, /was not delivered as a commit/);
});
