import assert from "node:assert/strict";
import { ALL_REVIEWED, NOTHING_REVIEWED } from "../../../store/shared/review_flags.ts";
import fc from "fast-check";
import { acceptanceOf, acceptedHunks, toggled } from "../../../client/accepted_hunks.ts";
import { approvalBlockers, type ApprovalState } from "../../../ui/approvals/model/blockers.ts";
import { carryRemarks } from "../../../ui/approvals/model/carried.ts";
import { composeNote } from "../../../ui/approvals/model/comments.ts";
import { loadDraft, saveDraft } from "../../../ui/approvals/model/draft.ts";
import { comparePaths, inReviewOrder } from "../../../client/review_order.ts";
import { buildTree, type TreeNode, treeRows } from "../../../ui/approvals/model/file_tree.ts";
import { besideEqual, findEqual } from "../../../ui/approvals/model/same.ts";
import type { BundleFile } from "../../../ui/approvals/model/types.ts";

const segment = fc.constantFrom("a", "b", "src", "é", "x.ts");
const paths = fc.uniqueArray(
  fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
)
  // No file of a tree is a directory of it as well; git orders paths by their bytes.
  .map((all) => all.filter((path) => !all.some((other) => other.startsWith(`${path}/`))).sort(comparePaths));

Deno.test("the file tree has every file once, by name, and no directory that only holds one", () => {
  fc.assert(fc.property(paths, (all) => {
    const rows = treeRows(buildTree(all), new Set());
    const files = rows.flatMap(({ node }) => ("index" in node ? [node] : []));
    assert.deepEqual(files.map(({ path, index }) => [path, index]), all.map((path, i) => [path, i]));
    for (const { node } of rows) {
      if (!("children" in node)) continue;
      const [only] = node.children as [TreeNode];
      assert.ok(node.children.length > 1 || "index" in only, node.path);
    }
  }));
});

Deno.test("a closed directory hides what is in it and nothing else", () => {
  const tree = buildTree(["a/b/one", "a/b/two", "c/three", "d"]);
  const shown = (closed: string[]) =>
    treeRows(tree, new Set(closed)).map(({ node, depth }) => depth + node.name);
  assert.deepEqual(shown([]), ["0a/b", "1one", "1two", "0c", "1three", "0d"]);
  assert.deepEqual(shown(["a/b"]), ["0a/b", "0c", "1three", "0d"]);
});

const hunk = (id: string) => ({ id, header: "", oldStart: 0, oldLines: 0, newStart: 0, newLines: 0 });
const FILES = [{ hunks: [hunk("1"), hunk("2")] }, { hunks: [hunk("3")] }];

Deno.test("acceptedHunks names exactly those that are not left out, and nothing when the whole is accepted", () => {
  assert.equal(acceptedHunks(FILES, new Set()), null);
  assert.deepEqual(acceptedHunks(FILES, new Set(["2"])), ["1", "3"]);
  const none = toggled(new Set(["2"]), ["1", "2"]);
  assert.deepEqual(acceptedHunks(FILES, none), ["3"]);
  assert.deepEqual(FILES.map((file) => acceptanceOf(file, none)), ["none", "all"]);
  assert.equal(acceptanceOf(FILES[0]!, new Set(["1"])), "some");
  assert.deepEqual([...toggled(none, ["1", "2"])], [], "a file that is out as a whole comes back as a whole");
});

const READY: ApprovalState = {
  approval: { status: "pending", policyClass: "repo-write" },
  confirmed: ALL_REVIEWED,
  evidence: { shown: true },
  accepted: null,
  deciding: false,
};

Deno.test("approval is blocked, with what to do, until each of the three is confirmed", () => {
  assert.deepEqual(approvalBlockers(READY), []);
  for (let bits = 0; bits < 7; bits++) {
    const confirmed = {
      reviewedEvidence: !!(bits & 1),
      reviewedHashes: !!(bits & 2),
      reviewedPolicyClass: !!(bits & 4),
    };
    const [sentence] = approvalBlockers({ ...READY, confirmed });
    assert.equal(sentence?.includes("evidence"), !confirmed.reviewedEvidence, sentence);
    assert.equal(sentence?.includes("hashes"), !confirmed.reviewedHashes, sentence);
    assert.equal(sentence?.includes("policy class"), !confirmed.reviewedPolicyClass, sentence);
  }
  assert.equal(approvalBlockers({ ...READY, accepted: 0 }).length, 1);
  assert.equal(
    approvalBlockers({ ...READY, evidence: { shown: false, why: "It differs." } })[0],
    "It differs.",
  );
  assert.equal(approvalBlockers({ ...READY, deciding: true }).length, 1);
  for (const status of ["approved", "rejected", "expired", "superseded", "cancelled"] as const) {
    assert.equal(approvalBlockers({ ...READY, approval: { status, policyClass: "repo-write" } }).length, 1);
  }
});

Deno.test("a checkpoint that writes nothing asks for no confirmation", () => {
  const confirmed = NOTHING_REVIEWED;
  const approval = { status: "pending", policyClass: "command" } as const;
  assert.deepEqual(approvalBlockers({ ...READY, approval, confirmed }), []);
});

Deno.test("composeNote puts the general words first and each remark under its line, by path and line", () => {
  const on = (path: string, line: number, body: string) => ({
    id: body,
    path,
    side: "after" as const,
    line,
    quote: " x ",
    body,
  });
  assert.equal(composeNote(" all of it ", []), "all of it");
  assert.equal(
    composeNote("Please:", [on("b", 1, "third"), on("a", 9, "second"), {
      ...on("a", 2, "first"),
      side: "before",
    }]),
    "Please:\n\na, line 2 (before the change):\n> x\nfirst\n\na, line 9:\n> x\nsecond\n\nb, line 1:\n> x\nthird",
  );
});

Deno.test("a draft is kept by the bundle's hash; old ones go, and a storage that fails loses no review", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const draft = { viewed: ["a"], leftOut: ["1"], comments: [], note: "n" };
  saveDraft(storage, { sha256: "hash", runId: "run_1" }, draft);
  assert.deepEqual(loadDraft(storage, "hash"), draft);
  for (let i = 0; i < 60; i++) saveDraft(storage, { sha256: `other-${i}`, runId: "run_1" }, draft);
  assert.deepEqual(loadDraft(storage, "hash").viewed, []);
  assert.ok(kept.size <= 41, `${kept.size}`);
  kept.set("agent-harness.review.hash", "broken");
  assert.deepEqual(loadDraft(storage, "hash").viewed, []);
  const full = {
    ...storage,
    setItem: () => {
      throw new Error("full");
    },
  };
  saveDraft(full, { sha256: "hash", runId: "run_1" }, draft);
});

Deno.test("a review begins with what does most harm; numbers count by value, a test comes behind what it tests", () => {
  const file = (path: string, change: "modified" | "deleted" = "modified") =>
    ({ path, change }) as BundleFile;
  const files = [
    file("src/p10.ts"),
    file("src/p2.ts"),
    file("tests/p2_test.ts"),
    file("gone.ts", "deleted"),
    file(".github/workflows/ci.yml"),
    file("package.json"),
    file("tsconfig.json"),
    file("tests/alone_test.ts"),
  ];
  assert.deepEqual(inReviewOrder(files, (each) => each).map(({ path }) => path), [
    "gone.ts",
    "package.json",
    ".github/workflows/ci.yml",
    "tsconfig.json",
    "src/p2.ts",
    "tests/p2_test.ts",
    "src/p10.ts",
    "tests/alone_test.ts",
  ]);
});

const changed = (path: string, after: string, text = "same") => ({
  file: {
    path,
    id: path,
    change: "modified",
    binary: false,
    before: { mode: "100644" },
    after: { mode: after },
  } as BundleFile,
  hunks: [{
    id: path,
    header: "@@ -1 +1 @@",
    lines: [{ kind: "added" as const, text, oldNumber: null, newNumber: 1, endsFile: false }],
  }],
});

Deno.test("only changes that are equal in every line and mode are folded, and none of a file that is shown alone", () => {
  const diffs = [
    changed("a.ts", "100644"),
    changed("b.ts", "100755"),
    changed("c.ts", "100644"),
    changed("d.ts", "100644", "other"),
    changed("e.ts", "100644"),
  ];
  assert.deepEqual(findEqual(diffs, () => false), [{ first: 0, others: [2, 4] }]);
  assert.deepEqual(findEqual(diffs, (path) => path === "c.ts"), [], "two are shown one by one");
  assert.deepEqual(besideEqual(diffs).map(({ file }) => file.path), ["a.ts", "c.ts", "e.ts", "b.ts", "d.ts"]);
});

Deno.test("a remark goes along to where its line is now, and is outdated where the line is gone", () => {
  const remark = { id: "1", path: "a.ts", side: "after" as const, line: 9, quote: "same", body: "Why?" };
  const round = { id: "x", round: 1, patchSha256: "", sentBack: true, note: null };
  const carried = (quote: string) =>
    carryRemarks([{ ...round, remarks: [{ ...remark, quote }] }], [changed("a.ts", "100644")])[0];
  assert.deepEqual([carried("same")?.line, carried("same")?.round], [1, 1]);
  assert.equal(carried("other")?.line, null);
});
