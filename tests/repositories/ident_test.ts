import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { isTextOf } from "../../services/machine/repositories/git/ident.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("isTextOf() ignores the line endings, with ident what is between the dollar signs, and nothing else", () => {
  const text = "// $Id$\nlet a = 1;\n";
  const blob = createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
  const state = { blob, ident: true as const };
  for (const same of [text, text.replace("$Id$", "$Id: 0123abc $"), text.replaceAll("\n", "\r\n")]) {
    assert.equal(isTextOf(encode(same), state), true, same);
  }
  assert.equal(isTextOf(encode(text.replaceAll("\n", "\r\n")), { blob }), true);
  assert.equal(isTextOf(encode(text.replace("$Id$", "$Id: 0123abc $")), { blob }), false);
  for (const other of [text.replace("1", "2"), `${text}\n`, text.replace("$Id$", "$Ia$"), ""]) {
    assert.equal(isTextOf(encode(other), state), false, other);
  }
});
