import assert from "node:assert/strict";
import { namedChanges } from "../../../client/open_changes.ts";
import { TestRepository } from "../../git.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { changingHarness, resultOf } from "./trial.ts";

const REPO = "/home/me/shop";
const named = (request: string, ...files: string[]) =>
  namedChanges(
    { repoPath: REPO, results: [{ id: "a", runId: "r", runNumber: 7, title: "Fix it", files }], leftOut: 0 },
    request,
  ).map(({ files }) => files).join();

Deno.test("a request names a file by its path, by its name, and by its directory; words of a sentence name nothing", () => {
  for (
    const request of [
      "fix src/cart.ts",
      "Fix cart.ts.",
      'replace "a" with "b" in cart.ts',
      "why does (`./src/cart.ts:12:3`) fail?",
      `look at ${REPO}/src/cart.ts`,
      "tidy src/",
      "see src/cart.ts, then stop",
    ]
  ) assert.equal(named(request, "src/cart.ts", "README.md"), "src/cart.ts", request);
  for (const request of ["fix the cart", "fix art.ts", "fix src/cart.tsx", "src", "... / -- ?", ""]) {
    assert.equal(named(request, "src/cart.ts"), "", request);
  }
  assert.equal(named("run the test and the build", "test", "build"), "", "a plain word is no name of a file");
  assert.equal(named("update Makefile", "lib/Makefile"), "lib/Makefile");
  assert.equal(named("./src/shop/../x.ts", "x.ts"), "", "a path is not resolved");
});

Deno.test("a request that names many files lists five of them", () => {
  const files = Array.from({ length: 7 }, (_, i) => `src/${i}.ts`);
  assert.equal(named("tidy src/", ...files), "src/0.ts, src/1.ts, src/2.ts, src/3.ts, src/4.ts and 2 more");
});

Deno.test("the files of open results are listed, for an agent as well, and no longer once a result is decided", async () => {
  using repository = TestRepository.make({ "a.txt": "a\n", "web/b.txt": "b\n" });
  await using h = await changingHarness();
  const run = await resultOf(h, repository, [{ path: "web/b.txt", to: "B\n" }, {
    path: "new.txt",
    to: "n\n",
  }]);
  const below = await resultOf(h, repository, [{ path: "c.txt", to: "c\n" }], { below: "/web" });
  const list = (repoPath: string) => h.operator("GET /approvals/changed-files", { query: { repoPath } });
  const shown = (one: typeof run, files: string[]) => {
    const { id, title } = pendingOf(one);
    return { id, runId: one.id, runNumber: one.number, title, files };
  };
  const byId = (a: { id: string }, b: { id: string }) => a.id < b.id ? -1 : 1;
  const both = [shown(run, ["new.txt", "web/b.txt"]), shown(below, ["web/c.txt"])].sort(byId);
  assert.deepEqual(await list(repository.root), { repoPath: repository.root, results: both, leftOut: 0 });
  assert.deepEqual((await list(`${repository.root}/web`)).results, both, "a directory in it is the same one");
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  await h.settled(run.id);
  assert.deepEqual((await list(repository.root)).results, [shown(below, ["web/c.txt"])]);
  const query = { repoPath: repository.root };
  assert.deepEqual((await h.agent("GET /approvals/changed-files", { query })).results.length, 1);
});
