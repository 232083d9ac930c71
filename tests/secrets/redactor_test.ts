import assert from "node:assert/strict";
import fc from "fast-check";
import { merged, NeedleSearch, type TextSpan } from "../../services/ground/kernel/redaction/search.ts";
import { isTelling, spellingsOf } from "../../services/ground/kernel/redaction/encodings.ts";
import { Redactor } from "../../services/ground/kernel/redactor.ts";
import { CANARY } from "./secrets_world.ts";
import { anyText } from "../kit/any_text.ts";

const knowing = (...values: string[]): Redactor => {
  const redactor = new Redactor();
  for (const [i, value] of values.entries()) redactor.know(value, `secret ${i}`);
  return redactor;
};

/** Text of few letters, so that needles turn up, overlap and touch by chance. */
const dense = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom("a", "b", "-", "é", "\n"), minLength: least, maxLength: most });

const everyOccurrence = (text: string, needles: readonly string[]): TextSpan[] =>
  needles.flatMap((needle) => {
    const found: TextSpan[] = [];
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      found.push({ start: at, end: at + needle.length });
    }
    return found;
  });

Deno.test("NeedleSearch finds exactly the occurrences that a plain search finds", () => {
  fc.assert(
    fc.property(fc.uniqueArray(dense(3, 6), { maxLength: 8 }), dense(0, 80), (needles, text) => {
      const found: TextSpan[] = [];
      new NeedleSearch(needles).each(
        text,
        (needle, start) => found.push({ start, end: start + needle.length }) > 0,
      );
      assert.deepEqual(merged(found), merged(everyOccurrence(text, needles)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("NeedleSearch.begun finds the longest end of a text that a needle begins with", () => {
  fc.assert(
    fc.property(fc.uniqueArray(dense(3, 6), { maxLength: 8 }), dense(0, 20), (needles, text) => {
      const begins = (start: number) =>
        needles.some((needle) => needle.length > text.length - start && needle.startsWith(text.slice(start)));
      const starts = Array.from({ length: text.length }, (_, start) => start);
      assert.equal(new NeedleSearch(needles).begun(text), starts.find(begins) ?? text.length);
    }),
    { numRuns: 2000 },
  );
});

const value = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 8, maxLength: 60 }),
  anyText({ minLength: 8, maxLength: 60 }),
).filter((text) => isTelling(text) && text.isWellFormed());

const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => new TextEncoder().encode(text).toBase64(),
  base64url: (text) => new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true }),
  "base64 behind one byte": (text) => new TextEncoder().encode(`:${text}tail`).toBase64(),
  "base64 behind two bytes": (text) => new TextEncoder().encode(`u:${text}tail`).toBase64(),
  url: encodeURIComponent,
  form: (text) => new URLSearchParams({ a: text }).toString(),
  json: (text) => JSON.stringify({ a: text }),
  "json in json": (text) => JSON.stringify(JSON.stringify({ a: text })),
  hex: (text) => new TextEncoder().encode(text).toHex(),
  HEX: (text) => new TextEncoder().encode(text).toHex().toUpperCase(),
};

for (const [name, encode] of Object.entries(ENCODERS)) {
  Deno.test(`Redactor.facts takes a known value out of a text, written as ${name}`, () => {
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
        const redactor = knowing(secret);
        const text = `${before}${encode(secret)}${after}`;
        const shown = redactor.facts(text);
        assert.ok(shown.includes("[redacted]"), shown);
        assert.deepEqual(redactor.labelsIn(text), ["secret 0"]);
        for (const spelling of spellingsOf(secret)) {
          if (!"[redacted]".includes(spelling) && !before.includes(spelling)) {
            assert.ok(!shown.replaceAll("[redacted]", "\u{fffd}").includes(spelling), spelling);
          }
        }
      }),
    );
  });
}

Deno.test("Redactor.facts and data give back the very same thing where there is nothing to take out", () => {
  const redactor = knowing(CANARY);
  fc.assert(fc.property(fc.jsonValue(), (json) => {
    assert.equal(redactor.data(json), json);
    assert.equal(redactor.facts(JSON.stringify(json)), JSON.stringify(json));
  }));
});

Deno.test("Redactor.data takes values out at any depth, of keys too, and changes nothing that it was given", () => {
  const redactor = knowing(CANARY);
  const given = { a: [{ b: `x ${CANARY}` }, 1, null], [`k ${CANARY}`]: true };
  const before = structuredClone(given);
  assert.deepEqual(redactor.data(given), { a: [{ b: "x [redacted]" }, 1, null], "k [redacted]": true });
  assert.deepEqual(given, before);
});

Deno.test("Redactor: a short value and a single word are not taken out, as no text would stay readable", () => {
  for (const word of ["postgres", "development", "20260102"]) {
    assert.equal(knowing(word).text(`a ${word} b`), `a ${word} b`);
  }
  assert.equal(knowing("1234567").text("code 1234567"), "code 1234567");
  assert.equal(knowing("").text("anything at all"), "anything at all");
});

const KEYS: Readonly<Record<string, string>> = {
  openai: `sk-proj-${"aB3".repeat(16)}`,
  anthropic: `sk-ant-api03-${"x_-9".repeat(12)}`,
  stripe: `sk_live_${"a1B2".repeat(6)}`,
  github: `ghp_${"aB3d".repeat(9)}`,
  "github fine-grained": `github_pat_${"aB3d_".repeat(12)}`,
  gitlab: `glpat-${"aB3-".repeat(6)}`,
  aws: "AKIAIOSFODNN7EXAMPLE",
  slack: "xoxb-123456789012-abcdefGHIJ",
  google: `AIza${"aB3-_".repeat(7)}`,
  npm: `npm_${"aB3d".repeat(9)}`,
  "hugging face": `hf_${"aBcD".repeat(9)}`,
  bearer: "abcDEF123456._~+/-xyz==",
  "pem in json": JSON.stringify(
    `-----BEGIN PRIVATE KEY-----\n${"MIIEow+/".repeat(8)}\nabc=\n-----END PRIVATE KEY-----\n`,
  )
    .slice(1, -3),
  pem: `-----BEGIN RSA PRIVATE KEY-----\n${
    `${"MIIEow+/".repeat(8)}\n`.repeat(5)
  }-----END RSA PRIVATE KEY-----`,
};
const written = (name: string): string =>
  name === "bearer" ? `Authorization: Bearer ${KEYS[name]}` : KEYS[name]!;

Deno.test("Redactor.text takes out what has the shape of a key; facts leaves it", () => {
  const redactor = new Redactor();
  for (const name of Object.keys(KEYS)) {
    const text = `before "${written(name)}" after\n`;
    assert.ok(!redactor.text(text).includes(KEYS[name]!), name);
    assert.match(redactor.text(text), /^before ".*\[redacted\]" after\n$/, name);
    assert.equal(redactor.facts(text), text);
  }
});

Deno.test("Redactor.text leaves alone what only begins like a key", () => {
  const text =
    "risk-assessment task-1234 sk-learn ask-me-anything-about-this ghp_ AKIA bearer of bad news, Bearer authentication/authorization, sk-learn-contrib-with-a-long-name, -----BEGIN CERTIFICATE-----\nx, " +
    'starts with "-----BEGIN RSA PRIVATE KEY-----" and then goes on with other words';
  assert.equal(new Redactor().text(text), text);
});

/** A text cut into parts at random places. */
const parts = (text: string) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 12 }).map((cuts) => {
    const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
    return at.slice(1).map((end, i) => text.slice(at[i], end));
  });

Deno.test("Redactor.stream: wherever a text is cut, it comes out as in one piece", () => {
  const spaced = "pass phrase with\nlines and spaces";
  const redactor = knowing(CANARY, spaced, "needle-without-space");
  const whole = [
    `start ${CANARY} and ${spaced}, pass phrase with\nno end; needle-without-space`,
    ...Object.keys(KEYS).map(written),
    `x${CANARY}${CANARY}y pass phrase`,
    "a line\nbearer \n-----BEGIN EC PRIVATE KEY-----\nabc",
  ].join(" \n| ");
  const expected = redactor.text(whole);
  fc.assert(
    fc.property(parts(whole), (pieces) => {
      const stream = redactor.stream();
      const shown = pieces.map((piece) => stream.push(piece)).join("") + stream.finish();
      assert.equal(shown, expected);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("Redactor.stream lets whole lines through at once, and holds back no more than it has to", () => {
  const stream = knowing(CANARY).stream();
  assert.equal(stream.push("a line\n"), "a line\n");
  assert.equal(stream.push("two words"), "two ");
  assert.equal(stream.push("\n"), "words\n");
  const long = "x".repeat(1 << 20);
  assert.ok(stream.push(long).length > long.length - 32 * 1024);
  assert.equal(stream.finish().length < 32 * 1024, true);
});

Deno.test("Redactor takes out a value with every letter of an escape in it, and nothing beside it", () => {
  const secret = "river-stone-77";
  const redactor = knowing(secret);
  const mark = redactor.text(secret);
  for (let at = 0; at < secret.length; at++) {
    const code = secret.charCodeAt(at).toString(16);
    for (const escape of [`%${code}`, `\\x${code}`, `&#x${code};`]) {
      const text = secret.slice(0, at) + escape + secret.slice(at + 1);
      assert.equal(redactor.text(`<${text}>`), `<${mark}>`, text);
      assert.equal(redactor.text(`%41${text}%41`), `%41${mark}%41`, text);
    }
  }
});

Deno.test("Redactor takes out a loosely written value wherever it stands in a text of any length", () => {
  const secret = "river-stone-77-meadow";
  const loose = [...secret].join(" ").toUpperCase();
  const redactor = knowing(secret);
  for (const length of [10, 64 * 1024 - 20, 64 * 1024 + 10, 200_000]) {
    const text = `${"ab. ".repeat(length / 4)}<${loose}>${"ä, ".repeat(length / 3)}`;
    assert.equal(redactor.labelsIn(text).length, 1, `after ${length} characters`);
    assert.ok(!redactor.text(text).includes("M E A D O W"), `after ${length} characters`);
    assert.equal(redactor.text(text).length < text.length, true);
  }
  assert.deepEqual(redactor.labelsIn("ab. ".repeat(50_000)), [], "the control");
});
