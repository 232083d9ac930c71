/** In a copy of the checkout the program calls this in each of its blocks, so that one knows which test reaches which. */

const PATH = new URL("../../../.cache/reached", import.meta.url);
const seen = new Set<string>();

/** Notes that a block runs, once for each process and test. */
export function reach(block: string): void {
  if (seen.has(block)) return;
  seen.add(block);
  try {
    Deno.writeTextFileSync(PATH, `${block}\n`, { append: true });
  } catch {
    // a program in a sandbox may not write there
  }
}

/** Returns the blocks that ran since the last call, those of other processes included. */
export function takeReached(): string[] {
  seen.clear();
  try {
    const text = Deno.readTextFileSync(PATH);
    Deno.writeTextFileSync(PATH, "");
    return [...new Set(text.split("\n").filter((line) => line !== ""))];
  } catch {
    return [];
  }
}
