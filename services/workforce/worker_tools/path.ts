import { pathProblem } from "../../machine/repositories/git/paths.ts";

/** Returns a path in normal form, relative to the repository, or why no instruction may name it. */
export function readPath(written: string): { path: string } | { problem: string } {
  const path = written.split("/").filter((name) => name !== "" && name !== ".").join("/");
  const problem = outsideProblem(written) ??
    (path === "" ? "it names the repository itself, so name a file in it" : pathProblem(path));
  if (problem === null) return { path };
  return { problem: `The path ${JSON.stringify(written.slice(0, 200))} is not allowed: ${problem}.` };
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
