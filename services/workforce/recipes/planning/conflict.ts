import { foldName } from "../../../machine/repositories/git/names.ts";
import { expandBraces, isGlob, matchesGlob } from "../../worker_tools/glob.ts";
import type { Instruction } from "../language/instruction.ts";

/** What an instruction reads or writes, case-folded so that case-insensitive file systems are safe too. */
export type Footprint = {
  paths: readonly string[];
  /** The pattern, when it may affect any file that matches. */
  glob: string | null;
  /** The paths may be whole directories. */
  tree: boolean;
};

/** Returns what an instruction affects; null if it may affect anything. */
export function footprint(instruction: Instruction): Footprint | null {
  switch (instruction.kind) {
    case "run":
    case "use":
      return null;
    case "replace": {
      const target = foldName(instruction.target);
      return { paths: [target], glob: isGlob(target) ? target : null, tree: false };
    }
    case "rename":
      return { paths: [foldName(instruction.from), foldName(instruction.to)], glob: null, tree: true };
    default:
      return { paths: [foldName(instruction.path)], glob: null, tree: instruction.kind === "delete" };
  }
}

/** Whether two instructions may affect the same path, so that their order matters. When in doubt, they do. */
export function conflicts(a: Footprint, b: Footprint): boolean {
  if (a.paths.some((path) => b.paths.some((other) => nested(path, other)))) return true;
  if (a.glob !== null && b.glob !== null) return globsMeet(a.glob, b.glob);
  return globMeets(a, b) || globMeets(b, a);
}

/** Whether one path equals the other or is inside it. */
function nested(a: string, b: string): boolean {
  return a === b || contains(a, b) || contains(b, a);
}

function contains(directory: string, path: string): boolean {
  return directory === "" || path.startsWith(`${directory}/`);
}

function globMeets({ glob }: Footprint, other: Footprint): boolean {
  if (glob === null) return false;
  const prefix = fixedDirectory(glob);
  return other.paths.some((path) =>
    contains(path, `${prefix}/`) || (other.tree && contains(prefix, path)) || matchesGlob(glob, path)
  );
}

/** Two patterns may overlap unless their directories are separate or no name can have both endings. */
function globsMeet(a: string, b: string): boolean {
  const [left, right] = [expandBraces(a) ?? [a], expandBraces(b) ?? [b]];
  return left.some((one) =>
    right.some((other) => {
      const [x, y] = [fixedDirectory(one), fixedDirectory(other)];
      const [end, otherEnd] = [fixedEnd(one), fixedEnd(other)];
      return (x === y || contains(x, y) || contains(y, x)) &&
        (end.endsWith(otherEnd) || otherEnd.endsWith(end));
    })
  );
}

/** Returns the directories before the first name with a wildcard. */
function fixedDirectory(glob: string): string {
  const names = glob.split("/");
  const first = names.findIndex(isGlob);
  return names.slice(0, first < 0 ? names.length : first).join("/");
}

/** Returns the ending of every matching path, within its last name. */
function fixedEnd(glob: string): string {
  return /[^/*?\]}]*$/.exec(glob)?.[0] ?? "";
}
