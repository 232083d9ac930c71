import type { Instruction } from "../language/instruction.ts";
import { placeOf } from "../../worker_tools/place.ts";
import { createText, requireText, rewriteText } from "../../worker_tools/text_file.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Adds text at the end or the start of a file (after a byte order mark), exactly as given: no line break is added. A
 * missing file is created.
 *
 * @throws {Refusal} when the path is not a UTF-8 text file or something is in its way
 */
export async function extend(
  directory: string,
  { kind, path, text }: Extract<Instruction, { kind: "append" | "prepend" }>,
): Promise<string> {
  const place = await placeOf(directory, path);
  if (place.info === null) {
    await createText(place, text);
    return `Created ${path}: there was no such file to ${kind} to`;
  }
  const old = await requireText(place);
  const mark = old.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  await rewriteText(place, kind === "append" ? old + text : mark + text + old.slice(mark.length));
  return kind === "append" ? `Appended to ${path}` : `Prepended to ${path}`;
}
