import { messageOf } from "../../../store/shared/message_of.ts";

/** Reads what a person typed as JSON. Throws an error that names the field, as in "The outputs are not JSON". */
export function readJson<Value extends Record<string, unknown> = Record<string, unknown>>(
  text: string,
  subject: string,
): Value {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${subject} not JSON: ${messageOf(cause)}.`, { cause });
  }
}
