import assert from "node:assert/strict";
import { pendingOf } from "../../kit/pending_of.ts";
import { script } from "./script.ts";
import { World } from "./acp_world.ts";

Deno.test("a coding agent's transcript holds words, thoughts, its plan, each tool once with its diff, questions with their answers, and tokens", async () => {
  await using world = await World.open();
  const asked = await world.begin(script(
    { do: "think", text: "Where to begin?" },
    { do: "say", text: "I begin." },
    { do: "plan", entries: ["look", "write"] },
    { do: "model", path: "../../../../../../../../dev/null", stream: true },
    { do: "edit", path: "AGENTS.md", text: "Be kind.\n" },
    { do: "usage", used: 10, size: 100 },
    { do: "usage", used: 0, size: 100, cost: 0.1 + 0.6104509999999999 },
    { do: "say", text: "I am done." },
  ));
  assert.match(pendingOf(asked).title, /AGENTS\.md/);
  const run = await world.decide(asked, "approve", { reviewerNote: "go ahead" });
  const [session] = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  const { entries } = await world.h.operator("GET /task-sessions/:id/transcript", {
    params: { id: session!.id },
  });
  const kinds = entries.map(({ kind }) => kind);
  for (const kind of ["told", "thought", "words", "plan", "tool", "question", "answer", "usage", "note"]) {
    assert.ok(kinds.includes(kind as typeof kinds[number]), `${kind} is missing: ${kinds}`);
  }
  assert.ok(
    entries.some(({ text }) =>
      text === "The agent used 10 of 100 tokens of its context, 0.710451 USD by its own count."
    ),
  );
  const text = (wanted: string) =>
    entries.filter(({ kind }) => kind === wanted).map(({ text }) => text.trim());
  assert.deepEqual(text("thought"), ["Where to begin?"]);
  assert.equal(text("words")[0], "I begin.");
  assert.equal(text("words").at(-1), "I am done.");
  assert.match(text("question")[0]!, /change AGENTS\.md/);
  assert.match(text("answer")[0]!, /^Approved: go ahead/);
  assert.deepEqual(entries.find(({ kind }) => kind === "plan")!.steps!.map(({ content }) => content), [
    "look",
    "write",
  ]);
  const edits = entries.filter(({ tool }) => tool?.path === "AGENTS.md");
  assert.equal(edits.length, 1, "each call is one entry");
  assert.equal(edits[0]!.tool!.status, "completed");
  assert.match(edits[0]!.tool!.diff!, /^\+Be kind\.$/m);
});
