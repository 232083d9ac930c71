import assert from "node:assert/strict";
import fc from "fast-check";
import { readFrames } from "../../client/sse.ts";
import { textPortions } from "../../store/shared/text_portions.ts";
import { PROGRAM } from "../checks/sources.ts";

const MARK = "\uFEFF";

/** A text with byte order marks, and where its bytes are cut. */
const texts = fc.array(fc.constantFrom(MARK, "é", "a", "data: ", "\n"), { maxLength: 12 }).map((all) =>
  all.join("")
);
const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });

function portionsOf(text: string, sizes: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const portions: Uint8Array<ArrayBuffer>[] = [];
  for (let [at, i] = [0, 0]; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    portions.push(bytes.slice(at, at + size));
    at += size;
  }
  return portions;
}

Deno.test("a text in portions keeps each byte order mark but one at its start, wherever it is cut", () => {
  fc.assert(fc.property(texts, cuts, (text, sizes) => {
    const decode = textPortions();
    const decoded = portionsOf(text, sizes).map(decode).join("");
    assert.equal(decoded, text.replace(new RegExp(`^${MARK}`), ""));
  }));
});

Deno.test("an event keeps a byte order mark at which a portion begins", async () => {
  const [first, second] = ["data: a", `${MARK}b\n\n`].map((each) => new TextEncoder().encode(each));
  const frames = await Array.fromAsync(readFrames(ReadableStream.from([first!, second!])));
  assert.deepEqual(frames.map(({ data }) => data), [`a${MARK}b`]);
});

Deno.test("what decodes text in portions says that it keeps byte order marks", () => {
  const decodes = (text: string) => /\{ stream: true \}|TextDecoderStream/.test(text);
  const silent = PROGRAM.filter(({ text }) => decodes(text) && !text.includes("ignoreBOM: true"));
  assert.deepEqual(silent.map(({ path }) => path), []);
});
