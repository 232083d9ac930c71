import { join } from "node:path";
import { filesBelow } from "../../leftovers.ts";
import type { Plan } from "../scenario/deeds.ts";
import type { Faults } from "./faults.ts";
import type { Outcome } from "./outcome.ts";

/** Checks that a repository has all files of a run that was applied, and none of another one. */
export function checkFiles(
  { repository, files, outcome }: Plan,
  { status }: Outcome,
  inImage: (path: string) => string,
  faults: Faults,
): void {
  const states = files.map(({ path, before, after }) => {
    const content = read(inImage(join(repository, path)));
    return content === after
      ? "after"
      : content === before
      ? "before"
      : `neither: ${JSON.stringify(content)}`;
  });
  const applied = status === "completed" || (status === "deleted" && outcome === "deleted");
  const dropped = ["failed", "cancelled", "never created"].includes(status);
  // Whether a run that does not end was applied is open; half of it never is.
  const wanted = applied ? "after" : dropped ? "before" : states[0];
  faults.look(
    states.every((state) => state === wanted),
    applied
      ? "files of an approved run are not as approved"
      : dropped
      ? "files of a run that was not approved have changed"
      : "a repository holds half of a patch",
    `${repository}: ${files.map(({ path }, index) => `${path} ${states[index]}`).join(", ")}`,
  );
}

/** Checks that no temporary file of an apply is left in a repository. */
export function checkLeftovers(repository: string, faults: Faults): void {
  const left = filesBelow(repository).filter((path) => /(?:^|\/)\.agent-harness-[^/]*\.tmp$/.test(path));
  faults.look(left.length === 0, "a temporary file is left in a repository", left.join(", "));
}

function read(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
