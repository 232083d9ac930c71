import { isGlob } from "../../worker_tools/glob.ts";
import type { Instruction } from "../language/instruction.ts";
import { lstat, placeOf } from "../../worker_tools/place.ts";
import { Refusal } from "../../worker_tools/refusal.ts";

/**
 * Removes a file, a symbolic link (the link itself) or a directory with everything in it.
 *
 * @throws {Refusal} when nothing is at the path, or it is a separate repository
 */
export async function remove(
  directory: string,
  { path }: Extract<Instruction, { kind: "delete" }>,
): Promise<string> {
  const place = await placeOf(directory, path);
  if (place.info === null) {
    const hint = isGlob(path) ? ". Delete takes one path, not a pattern" : "";
    throw new Refusal(`There is no ${path} to delete${hint}.`);
  }
  if (place.info.isDirectory && await lstat(`${place.absolute}/.git`) !== null) {
    throw new Refusal(`${path} is a separate repository and is not deleted.`);
  }
  await Deno.remove(place.absolute, { recursive: true });
  return `Deleted ${path}`;
}
