import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { isIdentOf } from "../../services/machine/repositories/git/ident.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("isIdentOf() ignores what is between the dollar signs and the line endings, and nothing else", () => {
  const text = "// $Id$\nlet a = 1;\n";
  const blob = createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
  const state = { mode: "100644" as const, blob, sha256: "", size: text.length };
  for (const same of [text, text.replace("$Id$", "$Id: 0123abc $"), text.replaceAll("\n", "\r\n")]) {
    assert.equal(isIdentOf(encode(same), state), true, same);
  }
  for (const other of [text.replace("1", "2"), `${text}\n`, text.replace("$Id$", "$Ia$"), ""]) {
    assert.equal(isIdentOf(encode(other), state), false, other);
  }
});
