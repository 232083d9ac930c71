import type { Instruction } from "../language/instruction.ts";
import { placeOf } from "../../worker_tools/place.ts";
import { createText } from "../../worker_tools/text_file.ts";

/**
 * Creates a file with exactly the given text; never overwrites an existing one.
 *
 * @throws {Refusal} when something is at the path or in its way
 */
export async function create(
  directory: string,
  { path, content }: Extract<Instruction, { kind: "create" }>,
): Promise<string> {
  await createText(await placeOf(directory, path), content);
  return `Created ${path}`;
}
