import { join } from "node:path";
import { sha256 } from "../../../../store/chain.ts";
import { readBoundedSync, type ReadProblem } from "../../../ground/kernel/bounded_file.ts";

/** The file in which a repository can state its defaults. */
export const DEFAULTS_FILE = ".agent-harness.json";

/** Longer than any list of a few commands. */
const MAX_BYTES = 16 * 1024;

const PROBLEMS: Readonly<Record<Exclude<ReadProblem, "missing">, string>> = {
  unreadable: "It cannot be read, or is a symbolic link.",
  not_a_file: "It is not a regular file.",
  too_large: `It is too large: at most ${MAX_BYTES} bytes are read.`,
};

/** The file as it is on the disk now, or why nothing of it is read. */
type FileOnDisk = { sha256: string; text: string } | { problem: string };

/** Reads the `.agent-harness.json` of a directory; null if there is none. */
export function readDefaultsFile(root: string): FileOnDisk | null {
  const file = readBoundedSync(join(root, DEFAULTS_FILE), MAX_BYTES);
  if ("problem" in file) return file.problem === "missing" ? null : { problem: PROBLEMS[file.problem] };
  const { bytes } = file;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { sha256: sha256(bytes), text };
  } catch {
    return { problem: "It is not UTF-8 text." };
  }
}
