import { join } from "node:path";
import type { Download } from "playwright-core";
import { temporaryDirectory } from "../temporary.ts";

/** Returns the content of a download, also of a browser that another process has started. */
export async function downloadedText(download: Download): Promise<string> {
  const directory = temporaryDirectory();
  try {
    const path = join(directory, "saved");
    await download.saveAs(path);
    return await Deno.readTextFile(path);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}
