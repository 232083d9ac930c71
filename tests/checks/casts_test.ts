import assert from "node:assert/strict";
import { PROGRAM, type Source } from "./sources.ts";

/** How many casts the program has. The number only falls. */
const CASTS = 182;

/** The casts of a source: `as` with a type, but neither `as const` nor those of `*.later.ts`, which hide an import from Deno. */
function castsOf({ path, text }: Source): string[] {
  if (path.endsWith(".later.ts") || !/\bas\b/.test(text)) return [];
  const rule: Deno.lint.Rule = {
    create: (context) => ({
      TSAsExpression(node) {
        const written = context.sourceCode.getText(node);
        if (!/\bas\s+const$/.test(written)) {
          context.report({ node, message: context.sourceCode.getText(node.typeAnnotation) });
        }
      },
    }),
  };
  const plugin = { name: "checks", rules: { casts: rule } };
  return Deno.lint.runPlugin(plugin, `source.${path.endsWith("x") ? "tsx" : "ts"}`, text)
    .map(({ message, range }) => `${path}:${text.slice(0, range[0]).split("\n").length}: ${message}`);
}

Deno.test("casts only become fewer", () => {
  const casts = PROGRAM.flatMap(castsOf);
  assert.ok(casts.length <= CASTS, `${casts.length} casts, where ${CASTS} may be:\n${casts.join("\n")}`);
  assert.equal(casts.length, CASTS, "there are fewer casts: write the new number above");
});

Deno.test("a cast is found in every form, and nothing else is one", () => {
  const text = 'const a = b as C;\nconst d = (e as unknown as F).g;\nconst h = ["i"] as const;\n' +
    'import { j as K } from "./l.ts";\nconst m = `n as O`; // p as Q';
  assert.deepEqual(castsOf({ path: "x.ts", text }), ["x.ts:1: C", "x.ts:2: F", "x.ts:2: unknown"]);
  assert.deepEqual(castsOf({ path: "x.tsx", text: "const a = <p>{b as C}</p>;" }), ["x.tsx:1: C"]);
  assert.deepEqual(castsOf({ path: "x.later.ts", text }), []);
});
