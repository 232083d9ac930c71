import { dirname } from "node:path";
import type { Instruction } from "../language/instruction.ts";
import { placeOf, type ToolPath } from "../../worker_tools/place.ts";
import { Refusal } from "../../worker_tools/refusal.ts";

/**
 * Moves a file, directory or symbolic link (the link itself) and creates the directories that the new path needs. Never
 * overwrites anything; changing only upper and lower case works on every file system.
 *
 * @throws {Refusal} when the first path does not exist, the second does, or one is inside the other
 */
export async function rename(
  directory: string,
  { from, to }: Extract<Instruction, { kind: "rename" }>,
): Promise<string> {
  const source = await placeOf(directory, from);
  if (source.info === null) throw new Refusal(`There is no ${from} to rename.`);
  if (to.startsWith(`${from}/`)) throw new Refusal(`${from} cannot be moved into itself.`);
  const target = await placeOf(directory, to);
  if (target.info !== null && !isSame(source, target)) {
    throw new Refusal(`${to} already exists. Delete it first or choose another path.`);
  }
  await Deno.mkdir(dirname(target.absolute), { recursive: true });
  await Deno.rename(source.absolute, target.absolute);
  return `Renamed ${from} to ${to}`;
}

function isSame(a: ToolPath, b: ToolPath): boolean {
  return a.path.toLowerCase() === b.path.toLowerCase() && a.info?.ino === b.info?.ino &&
    a.info?.dev === b.info?.dev;
}
