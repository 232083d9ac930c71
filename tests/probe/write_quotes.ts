/**
 * Copies the sentences that promises quote into quotes.json, each once it was found word for word in its page:
 * `AGENT_HARNESS_TEST_PAGES=<directory> deno run -A tests/probe/write_quotes.ts`.
 */
import { join } from "node:path";
import { flat, quotedSentences } from "./quotes.ts";

const pages = Deno.env.get("AGENT_HARNESS_TEST_PAGES");
if (pages === undefined) {
  throw new Error("Set AGENT_HARNESS_TEST_PAGES to the directory of the settled pages.");
}
const quoted = quotedSentences();
for (const [page, sentences] of Object.entries(quoted)) {
  const text = flat(Deno.readTextFileSync(join(pages, `${page}.md`)));
  for (const says of sentences) {
    if (!text.includes(flat(says))) throw new Error(`${page}.md does not say: ${says}`);
  }
}
const target = new URL("quotes.json", import.meta.url);
Deno.writeTextFileSync(target, `${JSON.stringify(quoted, null, 2)}\n`);
