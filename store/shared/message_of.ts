import { recordOf } from "./records.ts";

/** Returns the message of an error; anything else that was thrown as text. */
export const messageOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause);

/** Returns the code of an error, such as `ENOSPC`; null if it has none. */
export function codeOf(cause: unknown): string | null {
  const { code } = recordOf(cause);
  return typeof code === "string" ? code : null;
}
