import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("a profile keeps everything that it is given: words, skills, who does the work, and notes of one's own", async () => {
  await using h = await harness();
  const content = (name: string) =>
    `---\nname: ${name}\ndescription: Says how. Use it in tests.\n---\nSet API_TOKEN and ${name.toUpperCase()}_KEY first.\n`;
  const skills = [];
  for (const name of ["tidy", "notes"]) {
    const { skill } = await h.operator("POST /skills/import", {
      body: { files: [{ path: "SKILL.md", content: content(name) }] },
    });
    skills.push(skill);
  }
  assert.deepEqual(skills.map(({ permissions }) => permissions.secrets), [["API_TOKEN", "TIDY_KEY"], [
    "API_TOKEN",
    "NOTES_KEY",
  ]]);
  const profiles = [["worker", "Write tests first."], ["researcher", "Name sources."]] as const;
  for (const [i, [targetProfileId, instructions]] of profiles.entries()) {
    // A skill may be named; what is kept, and shown, is its id.
    const named: string[] = [i === 0 ? skills[i]!.name : skills[i]!.id];
    const skillIds: string[] = [skills[i]!.id];
    const metadata = { owner: targetProfileId };
    const reason = `for ${targetProfileId}`;
    const change = await h.operator("POST /agent-profile-changes", {
      body: {
        targetProfileId,
        reason,
        proposed: { instructions, provider: "builtin", model: "recipe", skillIds: named, metadata },
      },
    });
    const reviewerNote = `agreed ${reason}`;
    const decided = await h.operator("POST /agent-profile-changes/:id/approve", {
      params: { id: change.id },
      body: { ...REVIEWED, reviewerNote },
    });
    assert.deepEqual([decided.reason, decided.reviewerNote], [reason, reviewerNote]);
    const profile = (await h.operator("GET /agent-profiles")).find(({ role }) => role === targetProfileId)!;
    assert.deepEqual([profile.instructions, profile.provider, profile.model], [
      instructions,
      "builtin",
      "recipe",
    ]);
    assert.deepEqual([profile.skillIds, profile.metadata], [skillIds, metadata]);
  }
  const off = await h.operator("POST /agent-profiles/settings", {
    body: { profileId: "reviewer", settings: { status: "inactive" } },
  });
  assert.equal(off.status, "inactive");
  const kinds = new Set((await h.operator("GET /capabilities")).map(({ kind }) => kind));
  assert.ok(kinds.has("skill"), [...kinds].join());
  assert.deepEqual(h.rebuildDifferences(), []);
});
