import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { temporaryDirectory } from "../temporary.ts";

const RELEASES = new URL("releases/", import.meta.url);

/**
 * A storage directory as the program of a commit left it, made through its public interface: runs that were applied,
 * rejected and deleted, a secret, memory, a project context document, a conversation and an inbox.
 */
export async function storageOf(commit: string): Promise<string> {
  const directory = temporaryDirectory();
  const file = await Deno.open(new URL(`${commit}.tar.gz`, RELEASES));
  const archive = file.readable.pipeThrough(new DecompressionStream("gzip"));
  for (const { header, data } of await unpackTar(archive)) {
    const path = join(directory, header.name);
    if (header.type === "directory") await Deno.mkdir(path, { recursive: true });
    else if (data) {
      await Deno.mkdir(join(path, ".."), { recursive: true });
      await Deno.writeFile(path, data, { mode: 0o600 });
    }
  }
  return directory;
}
