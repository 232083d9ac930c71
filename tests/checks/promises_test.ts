import assert from "node:assert/strict";
import { join } from "node:path";
import { flat, quotedSentences } from "../probe/quotes.ts";
import quoted from "../probe/quotes.json" with { type: "json" };
import { PROMISES } from "../probe/table.ts";
import { INTERFACE, keyOf } from "./interface.ts";

Deno.test("the probe has something to ask of every row, by a sentence of its own, and of no other", () => {
  const rows = INTERFACE.map(keyOf);
  assert.deepEqual(rows.filter((key) => !PROMISES[key]?.length), []);
  assert.deepEqual(Object.keys(PROMISES).filter((key) => !rows.includes(key)), []);
});

Deno.test("every sentence that the probe quotes is one that was copied from its page", () => {
  assert.deepEqual(quotedSentences(), quoted);
});

/** The directory of the pages, which are not part of the repository; tests/probe/write_quotes.ts reads them too. */
const pages = Deno.env.get("AGENT_HARNESS_TEST_PAGES");

Deno.test({
  name: "every quoted sentence stands in its page word for word",
  ignore: pages === undefined,
  fn: () => {
    for (const [page, sentences] of Object.entries(quoted)) {
      const text = flat(Deno.readTextFileSync(join(pages!, `${page}.md`)));
      for (const says of sentences) assert.ok(text.includes(flat(says)), `${page}.md: ${says}`);
    }
  },
});
