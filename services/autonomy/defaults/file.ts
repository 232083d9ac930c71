import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { isMissing } from "../../repositories/files.ts";

/** The file in which a repository can state its defaults. */
export const DEFAULTS_FILE = ".agent-harness.json";

/** Longer than any list of a few commands. */
const MAX_BYTES = 16 * 1024;

/** A link leads elsewhere, and a pipe in the file's place is not waited for. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The file as it is on the disk now, or why nothing of it is read. */
export type FileOnDisk = { sha256: string; text: string } | { problem: string };

/** Reads the `.agent-harness.json` of a directory; null if there is none. */
export function readDefaultsFile(root: string): FileOnDisk | null {
  let descriptor: number;
  try {
    descriptor = openSync(join(root, DEFAULTS_FILE), READ);
  } catch (error) {
    return isMissing(error) ? null : { problem: "It cannot be read, or is a symbolic link." };
  }
  try {
    const { size } = fstatSync(descriptor);
    if (!fstatSync(descriptor).isFile()) return { problem: "It is not a regular file." };
    if (size > MAX_BYTES) return { problem: `It has ${size} bytes; at most ${MAX_BYTES} are read.` };
    const bytes = readFileSync(descriptor);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { sha256: sha256(bytes), text };
  } catch {
    return { problem: "It is not UTF-8 text." };
  } finally {
    closeSync(descriptor);
  }
}
