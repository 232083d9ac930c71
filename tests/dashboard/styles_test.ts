import assert from "node:assert/strict";
import { join } from "node:path";
import { dashboardSources } from "../../services/operations/dashboard/build.ts";
import { ROOT } from "../kit/root.ts";

Deno.test("each class is styled in one style sheet: they are bundled into one file", () => {
  const sheets = new Map<string, Set<string>>();
  for (const path of dashboardSources(ROOT).filter((path) => path.endsWith(".css"))) {
    const text = Deno.readTextFileSync(join(ROOT, path));
    for (const [, name] of text.matchAll(/^\.([a-z-]+)(?: \{|,$)/gm)) {
      sheets.set(name!, (sheets.get(name!) ?? new Set()).add(path));
    }
  }
  assert.ok(sheets.size > 200);
  assert.deepEqual([...sheets].filter(([, paths]) => paths.size > 1), []);
});
