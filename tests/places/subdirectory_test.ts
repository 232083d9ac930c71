import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness, type HarnessOptions } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";

const FILES = {
  "a.txt": "top\n",
  "shared/lib.sh": "echo shared\n",
  "pkg/web/a.txt": "web\n",
  "pkg/web/look.sh": "pwd -P; cat a.txt ../../shared/lib.sh\n",
  "pkg/api/a.txt": "api\n",
};

/** A machine without bubblewrap, so that a command can write outside of its directory. */
const NO_SANDBOX: HarnessOptions = {
  workers: 1,
  sandbox: { available: false, reason: "bubblewrap is not installed.", fix: "Install it." },
};

/** A view of a repository that names a directory below its root. */
const below = (repository: TestRepository, path: string) => new TestRepository(join(repository.root, path));

/** Every file that differs from the commit, as plain git sees it. */
const changed = (repository: TestRepository): string[] =>
  repository.git("status", "--porcelain", "-uall").split("\n").filter((line) => line !== "")
    .map((line) => line.slice(3)).sort();

async function runToEnd(h: Harness, repository: TestRepository, request: string): Promise<RunDetails> {
  return await approvePending(h, await runToRest(h, repository, { request }));
}

Deno.test("a recipe for a directory below the root changes that directory, and nothing in the root", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const request = [
    'create pk.md with "q"',
    'append "z" to a.txt',
    'replace "web" with "WEB" in *.txt',
    "run printf made > made.txt",
    "run sh look.sh > seen.txt",
  ].join("\n");
  const done = await runToEnd(h, below(repository, "pkg/web"), request);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual(changed(repository), [
    "pkg/web/a.txt",
    "pkg/web/made.txt",
    "pkg/web/pk.md",
    "pkg/web/seen.txt",
  ]);
  assert.equal(repository.read("pkg/web/a.txt"), "WEB\nz");
  assert.equal(repository.read("a.txt"), "top\n");
  const seen = repository.read("pkg/web/seen.txt");
  assert.match(seen, /\/pkg\/web$/m, "a command begins there");
  assert.match(seen, /echo shared/, "and can read what lies beside it in the repository");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("setup, verifier and the review work in the named directory; patch paths begin at the root that is written", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, below(repository, "pkg/web"), {
    request: 'append "z" to a.txt',
    setup: { command: "test -f look.sh" },
    verifier: { command: "grep -q z a.txt && ! grep -q z ../../a.txt" },
  });
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
  const review = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.equal(review.target?.root, repository.root);
  repository.write({ "pkg/web/a.txt": "somebody else\n" });
  const drifted = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.deepEqual(drifted.drift?.items.map(({ path }) => path), ["pkg/web/a.txt"]);
  assert.equal((await approvePending(h, run)).status, "waiting", "drift there is stale");
});

Deno.test("a result that changes a path outside of the named directory is refused by name and writes nothing", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness(NO_SANDBOX);
  const run = await runToRest(h, below(repository, "pkg/web"), {
    request: "run echo x > a.txt; echo x > ../api/a.txt",
  });
  assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"]);
  assert.match(run.statusDetail!, /"pkg\/api\/a\.txt" .* it is outside pkg\/web/);
  assert.deepEqual(changed(repository), []);
  const control = await runToRest(h, repository, {
    request: "run echo x > pkg/web/a.txt; echo x > pkg/api/a.txt",
  });
  assert.equal(pendingOf(control).policyClass, "repo-write", "the control: from the root it is a patch");
});

sandboxTest("in the sandbox only the named directory can be written", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, below(repository, "pkg/web"), {
    request: 'create new.txt with "n"',
    verifier: {
      command:
        "test -f look.sh || exit 3; (echo x > ../api/a.txt) 2>/dev/null || echo held; git log -1 --format=%s >/dev/null && exit 9",
    },
  });
  assert.match(run.evaluation!.detail, /exit code 9: held/);
});

Deno.test("an agent's use of a directory is admitted for that directory, not for the repository around it", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const [web, api] = [below(repository, "pkg/web"), below(repository, "pkg/api")];
  await runToEnd(h, web, 'create one.md with "1"');
  const classOf = async (place: TestRepository, request: string) =>
    pendingOf(await runToRest(h, place, { request }, "agent")).policyClass;
  assert.equal(await classOf(web, 'create two.md with "2"'), "repo-write");
  assert.equal(await classOf(api, 'create two.md with "2"'), "start");
  assert.equal(await classOf(repository, 'create two.md with "2"'), "start");
});

Deno.test("a command that a human admitted is asked for again when a file that it names in the directory differs", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const web = below(repository, "pkg/web");
  const request = "run sh look.sh > out.txt";
  await runToRest(h, web, { request });
  const classOf = async () => pendingOf(await runToRest(h, web, { request }, "agent")).policyClass;
  assert.equal(await classOf(), "repo-write");
  repository.commit({ "look.sh": "at the top: another file\n" });
  assert.equal(await classOf(), "repo-write");
  repository.commit({ "pkg/web/look.sh": "echo other\n" });
  assert.equal(await classOf(), "command");
});

Deno.test("a directory that git does not know yet is worked in; one that the commit has as a link is refused", async () => {
  using repository = TestRepository.make(FILES);
  using elsewhere = new TestRepository();
  await using h = await harness({ workers: 1 });
  Deno.mkdirSync(join(repository.root, "pkg/new/deep"), { recursive: true });
  const done = await runToEnd(h, below(repository, "pkg/new/deep"), 'create first.txt with "1"');
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual(changed(repository), ["pkg/new/deep/first.txt"]);
  Deno.symlinkSync(elsewhere.root, join(repository.root, "link"));
  repository.commit({});
  Deno.removeSync(join(repository.root, "link"));
  Deno.mkdirSync(join(repository.root, "link"));
  const refused = await runToRest(h, below(repository, "link"), {
    request: 'create x.txt with "x"',
    onFailure: "fail",
  });
  assert.match(refused.statusDetail!, /symbolic link at "link", not a directory/);
  assert.deepEqual([...Deno.readDirSync(elsewhere.root)], []);
});
