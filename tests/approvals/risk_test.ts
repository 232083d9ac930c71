import assert from "node:assert/strict";
import { assessRisk, type Surroundings } from "../../services/control/approvals/risk.ts";
import type { BundleFile, BundleManifest, FileMode } from "../../services/machine/repositories/mod.ts";
import type { Evaluation } from "../../store/runs/document.ts";

const PASSED: Evaluation = {
  id: "eval_1",
  outcome: "passed",
  round: 1,
  command: "make test",
  detail: "It passed.",
};
const side = (mode: FileMode) => ({ mode, blob: "", sha256: "", size: 1 });
const file = (path: string, more: Partial<BundleFile> = {}): BundleFile => ({
  path,
  change: "modified",
  before: side("100644"),
  after: side("100644"),
  binary: false,
  additions: 1,
  deletions: 1,
  hunks: [],
  ...more,
});
const manifestOf = (files: BundleFile[], lines = 1): BundleManifest => ({
  version: 1,
  baseCommit: "",
  baseTree: "",
  resultTree: "",
  patchSha256: "",
  files,
  stats: { files: files.length, additions: lines, deletions: 0 },
});
const assess = (files: BundleFile[], evaluation: Partial<Evaluation> = {}, around: Surroundings = {}) =>
  assessRisk(manifestOf(files), { ...PASSED, ...evaluation }, around);

/** The reasons beside that of the verifier. */
const ofFile = (...files: BundleFile[]) => {
  const { risk, reasons } = assess(files);
  return [risk, ...reasons.slice(1)];
};

Deno.test("assessRisk: what the verifier did says how much a result is worth", () => {
  const told = (evaluation: Partial<Evaluation>) => {
    const { risk, recommendedAction, reasons } = assess([file("a.txt")], evaluation);
    return [risk, recommendedAction, ...reasons];
  };
  const verifier = 'The verifier "make test"';
  assert.deepEqual(told({}), ["low", "approve", `${verifier} passed on exactly this result.`]);
  assert.deepEqual(told({ base: "not_run" }), [
    "low",
    "approve",
    `${verifier} passed on exactly this result.`,
  ]);
  assert.deepEqual(told({ base: "failed" }), [
    "low",
    "approve",
    `${verifier} failed before the change and passes now.`,
  ]);
  assert.deepEqual(told({ base: "passed" }), [
    "medium",
    "inspect",
    `${verifier} passed before the change too, so it says nothing about this change.`,
  ]);
  assert.deepEqual(told({ outcome: "failed", base: "failed" }), [
    "high",
    "reject",
    `${verifier} failed on this result.`,
  ]);
  assert.deepEqual(told({ outcome: "not_verified" }), [
    "medium",
    "inspect",
    "No verifier was given, so the result is not tested.",
  ]);
});

Deno.test("assessRisk: each kind of change that needs a look is named with its paths, and no other", () => {
  assert.deepEqual(ofFile(file("a.txt")), ["low"]);
  const [plain, executable, link] = [side("100644"), side("100755"), side("120000")];
  const becomes = ["medium", "Makes files executable: run.sh"];
  assert.deepEqual(ofFile(file("run.sh", { after: executable })), becomes);
  assert.deepEqual(ofFile(file("run.sh", { change: "added", before: null, after: executable })), becomes);
  assert.deepEqual(ofFile(file("run.sh", { before: executable, after: executable })), ["low"]);
  assert.deepEqual(ofFile(file("run.sh", { before: executable, after: plain })), ["low"]);
  const links = ["medium", "Changes symbolic links: a"];
  assert.deepEqual(ofFile(file("a", { after: link })), links);
  assert.deepEqual(ofFile(file("a", { before: link })), links);
  assert.deepEqual(ofFile(file("a", { change: "deleted", after: null })), ["medium", "Deletes files: a"]);
  assert.deepEqual(ofFile(file("a", { binary: true })), [
    "medium",
    "Changes binary files, which cannot be shown in a diff: a",
  ]);
  assert.deepEqual(ofFile(file(".husky/pre-commit")), [
    "high",
    "Changes files that other programs run automatically: .husky/pre-commit",
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => file(`b${at}`, { binary: true }));
  assert.match(ofFile(...many(5))[1]!, /b3, b4$/);
  assert.match(ofFile(...many(6))[1]!, /b3, b4 …$/);
});

Deno.test("assessRisk: a patch is large from 51 files or 2,001 lines on", () => {
  const large = (files: number, lines: number) =>
    assessRisk(
      manifestOf(Array.from({ length: files }, (_, at) => file(`f${at}`)), lines),
      PASSED,
    ).reasons.some((reason) => /^The patch is large/.test(reason));
  assert.deepEqual([large(50, 2_000), large(51, 1), large(1, 2_001)], [false, true, true]);
});

Deno.test("assessRisk: what surrounds a patch comes with it", () => {
  const drift = [{ path: "a.txt", state: "other", detail: "changed" }] as const;
  const { risk, recommendedAction, reasons } = assess([file("a.txt")], { outcome: "failed" }, { drift });
  assert.deepEqual([risk, recommendedAction], ["high", "inspect"], "nothing could be written");
  assert.match(reasons[0]!, /differs from the base in 1 touched path.*a\.txt \(changed\)$/);
  const drifted = (count: number) =>
    assess([], {}, { drift: Array.from({ length: count }, (_, at) => ({ ...drift[0], path: `d${at}` })) })
      .reasons[0];
  assert.match(drifted(5)!, /in 5 touched paths.*d4 \(changed\)$/);
  assert.match(drifted(6)!, /d4 \(changed\) …$/);
  const sentBack = assess([file("a.txt")], {}, { sentBackIn: [1, 2] });
  assert.deepEqual([sentBack.risk, sentBack.recommendedAction], ["high", "reject"]);
  assert.match(sentBack.reasons[0]!, /same as in round 2/);
  const secret = assess([file("a.txt")], {}, { secretPaths: ["a.txt"] });
  assert.deepEqual([secret.risk, secret.recommendedAction], ["high", "inspect"]);
  const secretsIn = (count: number) =>
    assess([], {}, { secretPaths: Array.from({ length: count }, (_, at) => `s${at}`) }).reasons[1];
  assert.match(secretsIn(5)!, /s3, s4$/);
  assert.match(secretsIn(6)!, /s3, s4 …$/);
  assert.equal(assess([file("a.txt")], {}, { fromOutside: true }).risk, "medium");
});
