import type { Instruction } from "./language/instruction.ts";
import { parseRecipe } from "./parse.ts";

/** Returns the path or pattern that an instruction is about, as its report says it. */
export function reportedPath(instruction: Instruction): { path?: string } {
  switch (instruction.kind) {
    case "run":
    case "use":
      return {};
    case "replace":
      return { path: instruction.target };
    case "rename":
      return { path: instruction.to };
    default:
      return { path: instruction.path };
  }
}

/** Returns the paths that a recipe names; none for a text that is no recipe. */
export function namedPaths(text: string): string[] {
  const parsed = parseRecipe(text);
  if ("misunderstood" in parsed) return [];
  return parsed.instructions.flatMap((instruction) => reportedPath(instruction).path ?? []);
}
