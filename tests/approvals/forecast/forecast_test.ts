import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { countedPrograms } from "../../kit/counted_programs.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { copyRun } from "../copied_runs.ts";
import { bytesOf } from "../hostile.ts";
import type { Change } from "./changing_worker.ts";
import { changingHarness, forecastOf, resultOf } from "./trial.ts";

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);
const FILES = { "a.txt": LINES.join(""), "b.txt": "b\n", "data.bin": "\0\0" };
const changed = (line: number, to: string) => ({ path: "a.txt", to: LINES.with(line - 1, to).join("") });

/** The forecast of results with these changes, each named by its place among them. */
async function forecastFor(
  changes: readonly (readonly Change[])[],
  repository: TestRepository,
  disturb = () => {},
) {
  await using h = await changingHarness();
  const names = new Map<string, number>();
  for (const [index, each] of changes.entries()) {
    names.set(pendingOf(await resultOf(h, repository, each)).id, index);
  }
  disturb();
  const { results, pairs } = await forecastOf(h, repository);
  const filesOf = (files: readonly { id: string; lines: string }[]) =>
    files.map(({ id, lines }) => lines ? `${id} ${lines}` : id).join(", ");
  return {
    order: results.map(({ id }) => names.get(id)),
    fits: results.filter(({ fits }) => fits).map(({ id }) => names.get(id)),
    alone: results.map(({ id, outcome, files }) => `${names.get(id)} ${outcome} ${filesOf(files)}`.trim())
      .sort(),
    pairs: pairs.map(({ first, then, outcome, files }) =>
      `${names.get(first)}-${names.get(then)} ${outcome} ${filesOf(files)}`.trim()
    ).sort(),
  };
}

Deno.test("results that change the same lines conflict by file and line, others are rebased or have nothing to do with each other", async () => {
  using repository = TestRepository.make(FILES);
  const { order, fits, alone, pairs } = await forecastFor([
    [{ path: "a.txt", to: LINES.toSpliced(9, 5, "ten to fourteen\n").join("") }],
    [changed(11, "eleven\n")],
    [changed(2, "two\n")],
    [{ path: "b.txt", to: "B\n" }],
    [changed(13, "thirteen\n")],
  ], repository);
  assert.deepEqual(alone, ["0 clean", "1 clean", "2 clean", "3 clean", "4 clean"]);
  assert.deepEqual(pairs, [
    "0-1 conflicts a.txt 10-14",
    "0-2 rebases",
    "0-4 conflicts a.txt 10-14",
    "1-0 conflicts a.txt 10-14",
    "1-2 rebases",
    "1-4 rebases",
    "2-0 rebases",
    "2-1 rebases",
    "2-4 rebases",
    "4-0 conflicts a.txt 10-14",
    "4-1 rebases",
    "4-2 rebases",
  ]);
  assert.deepEqual([fits.length, order.at(-1)], [4, 0], "without the first, all others fit");
});

Deno.test("files without lines conflict as a whole: bytes, links, modes, deleted files, and a file in place of a directory", async () => {
  using repository = TestRepository.make(FILES);
  const { pairs } = await forecastFor([
    [{ path: "data.bin", to: "\0one" }],
    [{ path: "data.bin", to: "\0two" }],
    [{ path: "b.txt", to: null }],
    [{ path: "b.txt", to: { link: "a.txt" } }],
    [{ path: "b.txt", to: "b\n", executable: true }],
    [{ path: "place", to: "a file\n" }],
    [{ path: "place/inside.txt", to: "in a directory\n" }],
  ], repository);
  assert.deepEqual(pairs, [
    "0-1 conflicts data.bin",
    "1-0 conflicts data.bin",
    "2-3 conflicts b.txt",
    "2-4 conflicts b.txt",
    "3-2 conflicts b.txt",
    "3-4 conflicts b.txt",
    "4-2 conflicts b.txt",
    "4-3 conflicts b.txt",
    "5-6 conflicts place",
    "6-5 conflicts place",
  ]);
});

Deno.test("a change follows a renamed file, and what another one brings completely is contained, also without git", async () => {
  using plain = new TestRepository(temporaryDirectory());
  plain.write(FILES);
  const results = [
    [{ path: "a.txt", to: null }, { path: "moved.txt", to: FILES["a.txt"] }],
    [changed(2, "two\n")],
    [changed(2, "two\n")],
  ];
  const expected = [
    "0-1 rebases",
    "0-2 rebases",
    "1-0 rebases",
    "1-2 contained",
    "2-0 rebases",
    "2-1 contained",
  ];
  assert.deepEqual((await forecastFor(results, plain)).pairs, expected);
  using repository = TestRepository.make(FILES);
  assert.deepEqual((await forecastFor(results, repository)).pairs, expected);
});

Deno.test("the working tree counts: a result that drifted is rebased or conflicts, and one that conflicts with it comes last", async () => {
  using repository = TestRepository.make(FILES);
  const { order, fits, alone, pairs } = await forecastFor(
    [[changed(2, "two\n")], [changed(12, "twelve\n")], [{ path: "new/file.txt", to: "new\n" }]],
    repository,
    () => repository.write({ "a.txt": LINES.with(1, "mine\n").join(""), "new": "a file\n" }),
  );
  assert.deepEqual(alone, ["0 conflicts a.txt 2", "1 rebases", "2 conflicts new/file.txt"]);
  assert.deepEqual([order, fits, pairs], [[1, 0, 2], [1], ["1-0 conflicts a.txt 2"]]);
});

Deno.test("a file that was renamed in the working tree, and not committed, is followed or in conflict as a rebase has it", async () => {
  using repository = TestRepository.make(FILES);
  const { alone } = await forecastFor(
    [[changed(2, "two\n")], [{ path: "a.txt", to: null }]],
    repository,
    () => Deno.renameSync(`${repository.root}/a.txt`, `${repository.root}/renamed.txt`),
  );
  assert.deepEqual(alone, ["0 rebases", "1 conflicts renamed.txt"]);
});

Deno.test("a forecast writes nothing in the repository and records nothing, merges nothing twice, and forgets an erased run", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await changingHarness();
  const run = await resultOf(h, repository, [changed(2, "two\n")]);
  const other = await resultOf(h, repository, [changed(2, "zwei\n")]);
  const before = bytesOf(repository.root);
  const events = await h.eventsOf(() => forecastOf(h, repository));
  assert.deepEqual([bytesOf(repository.root), events], [before, []]);
  using started = countedPrograms();
  const first = await forecastOf(h, repository);
  assert.deepEqual([first.pairs.length, started.all], [2, []]);
  await h.operator("POST /runs/:id/cancel", { params: { id: other.id } });
  await h.settled(other.id);
  await h.operator("POST /runs/:id/delete", { params: { id: other.id } });
  const { results, pairs } = await forecastOf(h, repository);
  assert.deepEqual([results.map(({ runId }) => runId), pairs], [[run.id], []]);
});

Deno.test("more than 50 results, and results of a directory and of its repository, are counted where they are left out", async () => {
  using repository = TestRepository.make({ ...FILES, "web/c.txt": "c\n" });
  await using h = await changingHarness();
  await resultOf(h, repository, [{ path: "c.txt", to: "C\n" }], { below: "/web" });
  const run = await resultOf(h, repository, [{ path: "web/c.txt", to: "see\n" }]);
  const { results, pairs, leftOut } = await forecastOf(h, repository);
  assert.deepEqual([results.length, pairs, leftOut], [2, [], { results: 0, pairs: 2, combinations: 0 }]);
  await copyRun(h, run.id, 53);
  const many = await forecastOf(h, repository);
  assert.deepEqual([many.results.length, many.leftOut.results], [50, 5]);
  const query = { repoPath: repository.root };
  const { results: listed, leftOut: more } = await h.operator("GET /approvals/changed-files", { query });
  assert.deepEqual([listed.length, more], [50, 5]);
});

Deno.test("a forecast is for the operator, and names what is wrong with a directory", async () => {
  await using h = await changingHarness(0);
  assert.equal(
    (await h.json("GET", "/approvals/forecast?repoPath=/x", undefined, "agent-token")).status,
    403,
  );
  const { status, body } = await h.json("GET", "/approvals/forecast?repoPath=/no/such/place");
  assert.equal(status, 400);
  assert.match(body.error, /does not exist/);
});
