import assert from "node:assert/strict";
import { join } from "node:path";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { approvePending } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { answer, answering, begun, found, past, program, rested, trialHarness, VERIFIER } from "./past.ts";

/** A solution with a line that only it has. */
const long = (n: number) => {
  const { message, files } = answer(n);
  return {
    message,
    files: {
      ...files,
      [`src/answer_${n}.sh`]: `# the answer of ${n}, which nobody else could have written\necho ${n * 7}\n`,
    },
  };
};

/** The first name in it is not its own. */
const PACKAGE = '{ "author": { "name": "somebody" }, "name": "answers" }\n';

sandboxTest(
  "cases whose setup installs the result or the package itself are dropped; the setup of the others runs once",
  async () => {
    const registry = temporaryDirectory();
    using repository = past([
      { message: "Leave installed files out", files: { ".gitignore": "installed/\n" } },
      long(1),
      long(2),
      long(3),
      { message: "Give the package a name", files: { "package.json": PACKAGE } },
      long(4),
    ]);
    const put = (path: string, text: string) => {
      Deno.mkdirSync(join(registry, path, ".."), { recursive: true });
      Deno.writeTextFileSync(join(registry, path), text);
    };
    put("lib/an\nother.sh", long(2).files["src/answer_2.sh"]!);
    put("node_modules/answers/index.sh", "echo\n");
    try {
      const names = ["one", "other"];
      const copy = "mkdir -p src; cp installed/id src/id.sh; echo done";
      await using h = await trialHarness(names.map((name) => program(name, copy)));
      Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify({ readable: [registry] }));
      const setup =
        `mkdir installed && cp -r ${registry}/. installed && cat /proc/sys/kernel/random/uuid > installed/id`;
      const trial = await found(h, repository, { setup });
      const outcomes = trial.cases.map(({ request, outcome }) => `${request.slice(16, 17)} ${outcome}`);
      assert.deepEqual(outcomes, ["4 leaking", "3 proved", "2 leaking", "1 proved"]);
      assert.match(trial.cases[0]!.detail, /installed "answers", which is this package itself/);
      assert.match(trial.cases[2]!.detail, /1 of 1 lines of the solution are in an\nother\.sh/);

      await begun(h, trial.id, names.map((name) => `${name}/program`));
      const { attempts } = await rested(h, trial.id);
      const seen = await Promise.all(attempts.map(async ({ caseId, runId }) => {
        const { bundle } = h.store.documents.get(runStream, runId)!;
        const patch = await h.service.artifacts.readText(bundle!.patchSha256);
        return { caseId, id: /^\+([0-9a-f-]{36})$/m.exec(patch)?.[1] };
      }));
      const byCase = Map.groupBy(seen, ({ caseId }) => caseId);
      assert.deepEqual([...byCase.values()].map((each) => new Set(each.map(({ id }) => id)).size), [1, 1]);
      assert.equal(new Set(seen.map(({ id }) => id)).size, 2, "each case has a setup of its own");
      assert.deepEqual(h.rebuildDifferences(), []);
    } finally {
      Deno.removeSync(registry, { recursive: true });
    }
  },
);

sandboxTest(
  "a run that was applied and proved is a case, with its request; the repository keeps what it wrote",
  async () => {
    using repository = past([]);
    repository.commit(
      { "tests/answer_5.test.sh": answer(5).files["tests/answer_5.test.sh"]! },
      "Ask for an answer",
    );
    await using h = await trialHarness([answering("strong", "*")]);
    const waiting = await h.operator("POST /coordinator/runs", {
      body: {
        request: `Make src/answer_5.sh print 35`,
        repoPath: repository.root,
        verifier: { command: VERIFIER },
        worker: { provider: "strong" },
      },
    });
    const run = await approvePending(h, await h.settled(waiting.id));
    assert.equal(run.status, "completed", run.statusDetail);
    assert.ok(repository.exists("src/answer_5.sh"));
    const trial = await found(h, repository);
    assert.deepEqual(trial.cases.map(({ source, id, outcome }) => [source, id, outcome]), [[
      "log",
      run.id,
      "proved",
    ]]);
    await begun(h, trial.id, ["strong/program"]);
    assert.equal((await rested(h, trial.id)).result.workers[0]!.solved, 1);
    assert.equal(repository.git("status", "--porcelain").trim(), "?? src/");
  },
);

sandboxTest(
  "what cannot have cases is said at once: no verifier, no history, nothing that changes tests and sources",
  async () => {
    using repository = TestRepository.make();
    await using h = await trialHarness([]);
    const find = (body: object) =>
      h.operator("POST /trials", { body: { repoPath: repository.root, ...body } });
    await assert.rejects(find({}), /Nothing says whether a result works\. Name a verifier/);
    await assert.rejects(
      find({ verifier: VERIFIER }),
      /There are no cases in 0 commits and 0 applied runs\. .* says what to do\.$/,
    );
    repository.git("commit", "--quiet", "--allow-empty", "--message", "wip");
    await assert.rejects(
      find({ verifier: VERIFIER, commits: 1 }),
      /There are no cases in 1 commit and 0 applied runs\. .* To look at more commits, use --commits\.$/,
    );
    using plain = new TestRepository();
    const elsewhere = (repoPath: string) => find({ verifier: VERIFIER, repoPath });
    await assert.rejects(elsewhere(plain.root), /is no git repository/);
    plain.git("clone", "--quiet", "--depth", "1", `file://${repository.root}`, "shallow");
    await assert.rejects(
      elsewhere(`${plain.root}/shallow`),
      /is a shallow clone, which "git fetch --unshallow"/,
    );
    for (const body of [{ verifier: "sudo shutdown" }, { verifier: VERIFIER, setup: "sudo shutdown" }]) {
      await assert.rejects(find(body), /"sudo shutdown" cannot be executed\. .* is a blocked class/);
    }
    assert.deepEqual(await h.operator("GET /trials", {}), []);
  },
);

sandboxTest(
  "of a part of a repository, what changes there are its cases, and workers work there",
  async () => {
    const inside = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/app/${path}`, text]));
    using repository = past([]);
    repository.commit(
      inside({ "check.sh": repository.read("check.sh"), "tests/base.test.sh": "true\n" }),
      "Begin a part",
    );
    repository.commit(answer(3).files, answer(3).message);
    repository.commit(inside(answer(4).files), answer(4).message);
    await using h = await trialHarness([answering("strong", "*")]);
    const part = { repoPath: `${repository.root}/packages/app` };
    const trial = await found(h, repository, part);
    assert.deepEqual([trial.prefix, trial.cases.length, trial.proved], ["packages/app", 1, 1]);
    await begun(h, trial.id, ["strong/program"]);
    assert.equal((await rested(h, trial.id)).result.workers[0]!.solved, 1);
  },
);
