import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const node = (content: string) =>
  `name: Deep\nnodes:\n  - id: say\n    kind: prompt\n    with:\n      content: ${content}\n`;

Deno.test("POST /saved-workflows says where a definition nests deeper than 64 levels", async () => {
  await using h = await harness();
  const refusal = async (source: string): Promise<string> => {
    const { status, body } = await h.json("POST", "/saved-workflows", { source });
    assert.equal(status, 400);
    return body.error;
  };
  const deeper = { brackets: "[a, ", braces: "{a: ", dashes: "- ", questions: "? " };
  for (const [name, text] of Object.entries(deeper)) {
    for (const levels of [100, 1_000, 20_000]) {
      const said = await refusal(`name: Deep\nx-a:\n  ${text.repeat(levels)}1\n`);
      assert.match(said, /Line 3, column \d+: .*nested at most 64 levels deep/, `${levels} ${name}`);
    }
  }
  const lines = Array.from({ length: 200 }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
  assert.match(await refusal(`${lines}\n`), /Line 65, column 66: .*nested at most 64 levels/);
});

Deno.test("dashes, brackets and spaces of a text are no nesting", async () => {
  await using h = await harness();
  for (
    const content of [
      `|\n        ${"- ".repeat(40)}\n        after the line`,
      `|\n        first\n${" ".repeat(400)}far to the right`,
      `"${"[ {".repeat(700)}"`,
    ]
  ) {
    const { status, body } = await h.json("POST", "/saved-workflows", { source: node(content) });
    assert.equal(status, 201, `${content.slice(0, 30)} ${body.error}`);
  }
});
