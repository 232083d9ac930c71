import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { Redactor } from "../../services/ground/kernel/redactor.ts";
import { TestRepository } from "../git.ts";
import { assertGrowsWithSize } from "../growth.ts";
import { harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { DISGUISES } from "./disguises.ts";
import { CANARY, filesWith, store } from "./secrets_world.ts";

const knowing = (...values: string[]): Redactor => {
  const redactor = new Redactor();
  for (const [i, value] of values.entries()) redactor.know(value, `secret ${i}`);
  return redactor;
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Keys as services make them, and passwords with anything in them. */
const secrets = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS, "-", "_", "+", "/"), minLength: 20, maxLength: 90 }),
  fc.string({ unit: fc.constantFrom(...LETTERS, " ", "é", "%", "\\", "&", '"', "漢", "🔑"), minLength: 12 }),
).map((text) => `k1${text.trim()}9Z`);

/** Other text, none of which goes on with what a disguise ends in or begins with. */
const around = fc.string().map((text) => text.replaceAll(/[A-Za-z0-9+/=_\\%&#-]/g, "."));

/** What is left of a secret when at most three of its characters went out before the rest was there. */
const seen = (text: string): string => text.replaceAll(/[^A-Za-z0-9\\%&#;]/g, "").toLowerCase();

/** A text cut into parts at random places. */
const parts = (text: string, cuts: readonly number[]): string[] => {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => text.slice(at[i], end));
};

for (const [name, disguise] of Object.entries(DISGUISES)) {
  Deno.test(`Redactor takes out a value disguised as ${name}, in one piece and in parts`, () => {
    fc.assert(
      fc.property(secrets, around, around, fc.array(fc.nat(), { maxLength: 8 }), (secret, a, b, cuts) => {
        const hidden = disguise(secret);
        const text = `${a} ${hidden} ${b}`;
        const redactor = knowing(secret);
        assert.deepEqual(redactor.labelsIn(text), ["secret 0"]);
        // Control: another value is not found, so it is the value that was.
        assert.equal(knowing(`${secret.slice(0, -1)}a`).labelsIn(text).length, 0);
        const shown = redactor.facts(text);
        const left = shown.length - "[redacted]".length - `${a}  ${b}`.length;
        assert.ok(left <= hidden.length - secret.length, shown);

        const stream = redactor.stream();
        const pieces = parts(text, cuts).map((part) => stream.push(part));
        const streamed = pieces.join("") + stream.finish();
        assert.ok(streamed.includes("[redacted]"), streamed);
        assert.ok(seen(streamed).length <= seen(shown).length + 3, `${streamed} instead of ${shown}`);
      }),
      { numRuns: 60 },
    );
  });
}

Deno.test("Redactor takes out a key whatever its case, and whatever stands between its letters and digits", () => {
  const key = "sk-proj-aB3xaB3y-Zq74711-w";
  const redactor = knowing(key);
  const swapped = [...key].map((each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()
  );
  for (
    const text of [
      swapped.join(""),
      [...key].join(" "),
      [...key].join("\n"),
      key.slice(0, 9) + "\n  " + key.slice(9),
    ]
  ) {
    assert.equal(redactor.facts(`a ${text}.`), "a [redacted].");
  }
});

Deno.test("Redactor leaves texts alone that only look like a disguised value", () => {
  const redactor = knowing(CANARY, "staging-database-host", "Project 2026: the plan", "127.0.0.1:8080/x");
  const texts = [
    "Staging database host, STAGING_DATABASE_HOST, stagingDatabaseHost",
    "project-2026-the-pla, %70%72%6f%6a, \\u0070\\u0072, &#112;&#114;",
    "127 0 0 1 8080 x",
    "a\\nb \\x \\u12 %zz &# &#; %25 %2525 \\\\\\\\ \\u{110000} &#9999999; \\777 %ff\\xc3",
    Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0")).join(" "),
  ];
  for (const text of texts) {
    assert.equal(redactor.facts(text), text);
    const stream = redactor.stream();
    assert.equal([...text].map((each) => stream.push(each)).join("") + stream.finish(), text);
  }
});

Deno.test("Redactor: any text full of escapes, none of which hides a value, comes out of facts and stream unchanged", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        "\\",
        "\\\\",
        "%",
        "%25",
        "&#",
        "&#x",
        "\\u",
        "\\u{",
        "}",
        ";",
        "\\x",
        "\\1",
        "4",
        "f",
        "\n",
        " ",
        "é",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 60 },
  ).map((all) => all.join(""));
  const redactor = knowing(CANARY);
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      assert.equal(redactor.facts(text), text);
      const stream = redactor.stream();
      assert.equal(parts(text, cuts).map((part) => stream.push(part)).join("") + stream.finish(), text);
    }),
    { numRuns: 1000 },
  );
});

const HEAVY: Readonly<Record<string, string>> = {
  "ordinary lines": "the quick build took 12 ms, see src/mod.ts\n",
  "escaped bytes": "%41\\u0041\\x41&#65;",
  "backslashes": "\\",
  "percent signs of percent signs": "%25",
  "entities without an end": "&#",
  "letters that begin a value": "k1",
  "spaced digits of a value": "6b 31 ",
  "breaks": "k\n",
};

for (const [name, unit] of Object.entries(HEAVY)) {
  Deno.test(`Redactor: what a text of ${name} costs grows with its length`, () => {
    const redactor = knowing(`k1${"k1".repeat(30)}${LETTERS}`, CANARY);
    assertGrowsWithSize(
      (size) => {
        const text = unit.repeat(size / unit.length);
        redactor.text(text);
        const stream = redactor.stream();
        for (let at = 0; at < text.length; at += 4096) stream.push(text.slice(at, at + 4096));
        stream.finish();
      },
      512 * 1024,
      name,
    );
  });
}

Deno.test("a run that prints a secret in every disguise shows it in no answer, artifact and file", async () => {
  using repository = TestRepository.make();
  const outside = temporaryDirectory();
  await using h = await harness({ workers: 1 });
  try {
    await store(h);
    const lines = Object.values(DISGUISES).map((disguise) => disguise(CANARY));
    Deno.writeTextFileSync(join(outside, "printed"), `${lines.join("\n.\n")}\nend of leak\n`);
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify({ readable: [outside] }));
    const command = `cat '${outside}/printed'`;
    const run = await runToRest(h, repository, { request: 'create b.txt with "b"', verifier: { command } });
    const kept = await h.operator("GET /runs/:id/artifacts", { params: { id: run.id } });
    const printed = await Promise.all(kept.map(async (path: string) => {
      const answer = await h.send(`/runs/${run.id}/artifact-file?path=${encodeURIComponent(path)}`);
      return await answer.text();
    }));
    assert.ok(printed.some((text) => text.includes("end of leak")), kept.join());
    for (const text of printed.filter((each) => each.includes("end of leak"))) {
      assert.equal(text.split("\n.\n").filter((line) => !line.includes("[redacted]")).length, 0, text);
    }
    for (const line of lines) assert.deepEqual(filesWith(h.directory, line), []);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    Deno.removeSync(outside, { recursive: true });
  }
});
