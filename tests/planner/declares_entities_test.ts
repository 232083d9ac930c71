import assert from "node:assert/strict";
import { declaresEntities } from "../../services/planning/calendars/declares_entities.ts";
import { worked } from "../kit/worked.ts";

const PAGE = "<!DOCTYPE html>";

Deno.test("a page of HTML in a comment, an instruction or CDATA declares no entities; one beside them, or in what does not end, does", () => {
  for (const text of [`<a><!-- ${PAGE} --></a>`, `<?x ${PAGE} ?><a/>`, `<a><![CDATA[${PAGE}]]></a>`]) {
    assert.equal(declaresEntities(text), false, text);
    assert.equal(declaresEntities(`${text}${PAGE}`), true, text);
  }
  for (const begin of ["<!-- ", "<?x ", "<![CDATA["]) {
    assert.equal(declaresEntities(`${begin}${PAGE}`), true, begin);
  }
});

Deno.test("what opens again and again and never ends is read once", async () => {
  for (const begin of ["<!--", "<?", "<![CDATA["]) {
    const milliseconds = await worked(() => declaresEntities(begin.repeat(100_000)), 500);
    assert.ok(milliseconds <= 500, `${begin} took ${milliseconds} ms`);
  }
});
