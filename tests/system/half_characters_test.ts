import assert from "node:assert/strict";
import { ellipsis as clientEllipsis } from "../../client/words.ts";
import { ellipsis, firstLine } from "../../store/words.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

const SMILE = "😀";

Deno.test("a text is cut to its length and never within a character, wherever the cut falls", () => {
  for (let before = 0; before < 8; before++) {
    const text = `${"a".repeat(before)}${`${SMILE}é\u{1F468}\u200D\u{1F469}`.repeat(60)}`;
    for (let most = 1; most <= text.length + 1; most++) {
      for (const cut of [ellipsis(text, most), clientEllipsis(text, most)]) {
        assert.ok(cut.isWellFormed() && cut.length <= most, `${before} ${most}`);
        assert.ok(cut === text || (cut.endsWith("…") && text.startsWith(cut.slice(0, -1))));
        assert.ok(cut === text || cut.length >= most - 1);
      }
    }
    assert.ok(firstLine(text).isWellFormed());
  }
});

/** The strings of an answer that have half a character, with their places. */
async function halves(h: Harness, path: string): Promise<string[]> {
  const found: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (typeof value === "string" && !value.isWellFormed()) found.push(`${path} ${at}`);
    if (typeof value === "object" && value !== null) {
      for (const [key, each] of Object.entries(value)) walk(each, `${at}.${key}`);
    }
  };
  const { status, body } = await h.json("GET", path);
  assert.equal(status, 200, path);
  walk(body, "");
  return found;
}

Deno.test("no title of a run, a task or an approval, and no subject of a commit, ends with half a character", async () => {
  await using h = await harness({ workers: 1 });
  for (const before of ["", "a"]) {
    using repository = TestRepository.make();
    const { id } = await h.operator("POST /coordinator/runs", {
      body: {
        request: `create ${before}${SMILE.repeat(60)}.md with "${SMILE.repeat(400)}"`,
        repoPath: repository.root,
      },
    });
    const run = await h.settled(id);
    const { items } = await h.operator("GET /approvals/queue");
    const found = await Promise.all([
      "/coordinator/command-center",
      "/runs",
      `/runs/${id}`,
      `/runs/${id}/workspace`,
      `/runs/${id}/timeline`,
      `/runs/${id}/audit-view`,
      `/runs/${id}/task-sessions`,
      "/approvals/queue",
      "/notifications",
      "/history",
    ].map((path) => halves(h, path)));
    assert.deepEqual(found.flat(), []);
    await h.operator("POST /approvals/:id/approve", {
      params: { id: items[0]!.id },
      body: {
        actorType: "human",
        reviewedEvidence: true,
        reviewedHashes: true,
        reviewedPolicyClass: true,
        delivery: "branch",
      },
    });
    assert.equal((await h.settled(id)).status, "completed", run.statusDetail);
    const subjects = repository.git("log", "--all", "--format=%s");
    assert.doesNotMatch(subjects, /\uFFFD/);
  }
});
