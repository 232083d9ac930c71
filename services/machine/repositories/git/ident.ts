import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gitText } from "./git.ts";
import type { FileState } from "./types.ts";

/** Returns the paths with the attribute `ident`, according to the attributes files of a working tree. */
export async function pathsWithIdent(
  location: { readonly gitDir: string; readonly workTree: string },
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const stdin = paths.map((path) => `${path}\0`).join("");
  const fields = (await gitText(["check-attr", "-z", "--stdin", "ident"], { ...location, stdin })).split(
    "\0",
  );
  const found = new Set<string>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    if (fields[index + 2] === "set") found.add(fields[index]!);
  }
  return found;
}

/**
 * Whether the bytes of a file are those of a blob for git, whatever its line endings are and, with `ident`, whatever its `$Id$`
 * contains: git writes both at a checkout, but not where the file was created.
 *
 * @see gitattributes(5), ident, text and eol
 */
export function isTextOf(bytes: Uint8Array, { blob, ident }: Pick<FileState, "blob" | "ident">): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  const plain = ident ? text.replace(/\$Id:[^$\n]*\$/g, "$Id$") : text;
  return [plain, plain.replaceAll("\r\n", "\n")].some((text) => {
    const content = Buffer.from(text, "latin1");
    const hash = createHash(blob.length === 64 ? "sha256" : "sha1").update(`blob ${content.length}\0`);
    return hash.update(content).digest("hex") === blob;
  });
}
