import { pathProblem } from "../../../repositories/paths.ts";
import { NotUnderstood } from "./not_understood.ts";

/**
 * Returns a path of an instruction in normal form: relative to the repository, without `.` or doubled slashes.
 *
 * @throws {NotUnderstood} when it is outside the repository or in a git directory, or no file can have that name
 */
export function instructionPath(written: string): string {
  const problem = outsideProblem(written);
  if (problem !== null) throw refused(written, problem);
  const names = written.split("/").filter((name) => name !== "" && name !== ".");
  if (names.length === 0) throw refused(written, "it names the repository itself, so name a file in it");
  const path = names.join("/");
  const nameProblem = pathProblem(path);
  if (nameProblem !== null) throw refused(written, nameProblem);
  return path;
}

const OUTSIDE = "it is outside the repository, so write it relative to the repository";

function outsideProblem(written: string): string | null {
  if (written === "") return "it is empty";
  if (written.length > 4096) return "it is longer than 4096 characters";
  if (/^(?:\/|~(?:\/|$)|[A-Za-z]:)/.test(written) || /^[a-z][a-z0-9+.-]+:\/\//i.test(written)) return OUTSIDE;
  if (written.split(/[/\\]/).includes("..")) {
    return 'it contains ".."; write it relative to the repository, without ".."';
  }
  if (written.includes("\\")) return "it contains a backslash, so separate directories with /";
  if (/\p{Cc}/u.test(written)) return "it contains a control character";
  return null;
}

function refused(written: string, problem: string): NotUnderstood {
  return new NotUnderstood(`The path ${JSON.stringify(written.slice(0, 200))} is not allowed: ${problem}.`);
}
