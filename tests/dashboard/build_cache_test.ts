import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { dashboardSources } from "../../services/operations/dashboard/build.ts";
import { builtFromSources } from "../../services/operations/dashboard/build_cache.ts";
import { ROOT } from "../kit/root.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Copies the sources of the dashboard to another directory. */
function sources(): string {
  const root = temporaryDirectory();
  for (const path of ["deno.json", "deno.lock", ...dashboardSources(ROOT)]) {
    Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
    Deno.copyFileSync(join(ROOT, path), join(root, path));
  }
  return root;
}

const buildsIn = (root: string): string[] =>
  [...Deno.readDirSync(join(root, ".cache/dashboard"))].map(({ name }) => name);

Deno.test("builtFromSources() builds once for each state of the sources, and keeps only the newest build", async () => {
  const root = sources();
  const first = await builtFromSources(root);
  const [kept = ""] = buildsIn(root);
  assert.deepEqual(await builtFromSources(root), first);
  assert.deepEqual(buildsIn(root), [kept]);

  // The cached build is returned.
  Deno.writeTextFileSync(join(root, ".cache/dashboard", kept, "app.js"), "kept");
  assert.equal(new TextDecoder().decode((await builtFromSources(root)).get("app.js")), "kept");

  Deno.writeTextFileSync(join(root, "ui/kit/tokens.css"), ":root { --of-this-test: 1 }\n", { append: true });
  const second = await builtFromSources(root);
  assert.match(new TextDecoder().decode(second.get("styles.css")), /--of-this-test/);
  assert.deepEqual(second.get("app.js"), first.get("app.js"));
  assert.deepEqual(buildsIn(root).length, 1);
  assert.notEqual(buildsIn(root)[0], kept);
  Deno.removeSync(root, { recursive: true });
});

Deno.test("builtFromSources() builds if nothing can be cached", async () => {
  const root = sources();
  Deno.writeTextFileSync(join(root, ".cache"), "in the way");
  assert.ok((await builtFromSources(root)).has("app.js"));
  Deno.removeSync(root, { recursive: true });
});
