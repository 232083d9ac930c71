import assert from "node:assert/strict";
import fc from "fast-check";
import { draftFrom } from "../../services/workforce/drafting/assist/draft.ts";
import { NOTHING_KNOWN } from "../../services/control/workflows/known_commands.ts";
import { type Harness, harness } from "../harness.ts";

type Node = { kind: string; when?: string; with: Record<string, unknown> & { nodes?: Node[] } };

/** A draft in short: each node by its kind and its words, the trigger, and what was listed. */
async function draft(h: Harness, content: string) {
  const { draft, trigger, unmatched, validation } = await h.operator("POST /workflow-builder/assist", {
    body: { content },
  });
  assert.ok(validation?.valid ?? true, JSON.stringify(validation));
  const said = ({ kind, when, with: { command, content, title, nodes, max } }: Node): string =>
    `${when ? `${when}: ` : ""}${kind} ${command ?? content ?? title ?? `${max} × ${nodes?.map(said)}`}`;
  return {
    nodes: ((draft?.nodes ?? []) as Node[]).map(said),
    trigger: trigger?.content,
    unmatched: unmatched.map(({ text }) => text),
  };
}

const CASES: [content: string, nodes: string[], trigger?: string | undefined, unmatched?: string[]][] = [
  [
    "every weekday at 9 in Europe/Berlin: run npm test until it passes, at most 3; frobnicate the thing",
    ["loop 3 × command npm test", "prompt frobnicate the thing"],
    "every weekday at 9 in Europe/Berlin",
    ["frobnicate the thing"],
  ],
  ["every day at 18:30, run make", ["command make"], "every day at 18:30"],
  [
    "each Monday, Wednesday and Friday at 9 am run make",
    ["command make"],
    "each Monday, Wednesday and Friday at 9 am",
  ],
  ["on every 2nd day run make", ["command make"], "on every 2nd day"],
  ["every 10 minutes run make then ask me", ["command make", "approval Go on?"], "every 10 minutes"],
  ["when the webhook deploy fires, run make", ["command make"], "when the webhook deploy fires"],
  ["when the webhook: run make", ["command make"], "when the webhook"],
  ["each test must pass", ["prompt each test must pass"], undefined, ["each test must pass"]],
  [
    "every day: run a\nwhen the webhook b fires: run c",
    ["command a", "command c"],
    "every day",
    ["when the webhook b fires"],
  ],
  [
    'run npm test, then ask me, then create done.txt with "ok"',
    ["command npm test", "approval Go on?", 'prompt create done.txt with "ok"'],
  ],
  ["Run npm test. Then ask me", ["command npm test", "approval Go on?"]],
  ["run git add . and then, run ls ..", ["command git add .", "command ls .."]],
  ["run make,\nask me,", ["command make", "approval Go on?"]],
  ["if deep then run make deep, then run make", ["inputs.deep: command make deep", "command make"]],
  [`ask me: ${"long ".repeat(60)}?`, [`approval ${"long ".repeat(60)}?`]],
  ["run npm test until it passes", ["prompt run npm test until it passes"], undefined, [
    "run npm test until it passes",
  ]],
];

for (const [content, nodes, trigger, unmatched = []] of CASES) {
  Deno.test(`assist understands: ${content.replaceAll("\n", " / ")}`, async () => {
    await using h = await harness();
    assert.deepEqual(await draft(h, content), { nodes, trigger, unmatched });
  });
}

const SENTENCES = [
  (word: string) => `run ${word}`,
  (word: string) => `run ${word} until it passes, at most 3`,
  (word: string) => `run ${word} until it passes`,
  (word: string) => `until ${word} passes, at most 2 times`,
  (word: string) => `ask me: ${word}?`,
  (word: string) => `tell me: ${word}`,
  (word: string) => `for each file in src/*.ts do ${word}`,
  (word: string) => `if deep, run ${word}`,
  (word: string) => `unless deep then run ${word}`,
  (word: string) => `every day at 9: run ${word}`,
  (word: string) => `each ${word} counts`,
  (word: string) => `every ${word}, run it`,
  (word: string) => `on every Monday run ${word}`,
  (word: string) => `when the webhook ${word} fires, run make`,
  (word: string) => `when the webhook fires run ${word}`,
  (word: string) => `every hour and ${word}`,
  (word: string) => `wait 2 hours and ${word}`,
  (word: string) => word,
];

Deno.test("no word is lost: each stands in the draft, in the trigger, or in what was not understood", () => {
  const sentence = fc.constantFrom(...SENTENCES);
  const between = fc.constantFrom("\n", "; ", ", then ", " then ", " and then ", ". Then ", ",\n- ");
  const reading = { isRecipe: () => false, known: NOTHING_KNOWN };
  fc.assert(
    fc.property(fc.array(fc.tuple(sentence, between), { minLength: 1, maxLength: 6 }), (parts) => {
      const words = parts.map((_, i) => `zword${i}z`);
      const text = parts.map(([say, join], i) => say(words[i]!) + (i + 1 < parts.length ? join : "")).join(
        "",
      );
      const { definition, trigger, unmatched, questions } = draftFrom(text, reading);
      const found = JSON.stringify([definition?.nodes, trigger, unmatched, questions]);
      for (const word of words) assert.ok(found.includes(word), `${word} of: ${text}\n${found}`);
    }),
    { numRuns: 500 },
  );
});

Deno.test("a text of more statements than a workflow has nodes is cut there, and the rest is listed", async () => {
  await using h = await harness();
  const content = Array.from({ length: 260 }, (_, i) => `run a${i}`).join("\n");
  const { nodes, unmatched } = await draft(h, content);
  assert.deepEqual([nodes.length, unmatched.length], [200, 1]);
  assert.ok(unmatched[0]!.startsWith("run a200\n") && unmatched[0]!.endsWith("\nrun a259"));
});
