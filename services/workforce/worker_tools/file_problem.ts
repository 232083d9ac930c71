import { errorCode } from "../../machine/repositories/git/files.ts";

const PROBLEMS: Readonly<Record<string, string>> = {
  ENAMETOOLONG: "the path is longer than the file system allows",
  EACCES: "the file or its directory may not be changed (permission denied)",
  EPERM: "the file or its directory may not be changed (permission denied)",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is a file, not a directory",
  ELOOP: "the path leads through too many symbolic links",
  EILSEQ: "the file system does not allow that name",
  EINVAL: "the file system does not allow that name",
};

/** Returns what is wrong with the instruction when the file system refuses it; null for faults of the machine. */
export function fileProblem(error: unknown): string | null {
  const code = errorCode(error);
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] ?? null : null;
}
