import { PAGES, pathOf } from "./pages/mod.ts";

/** `deno task docs`: writes the pages that are generated from the code. */
export async function writePages(): Promise<void> {
  for (const [path, make] of Object.entries(PAGES)) await Deno.writeTextFile(pathOf(path), await make());
}

if (import.meta.main) await writePages();
