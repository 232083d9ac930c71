import type { StoredEvent } from "../../../store/event.ts";
import type { Core } from "./context.ts";

/** Returns the event with which a record was deleted; null if it exists, or never did. Deleting it again changes nothing. */
export function deletedBefore(
  { store }: Pick<Core, "store">,
  { kind }: { kind: string },
  id: string,
): StoredEvent | null {
  const [last] = store.events.newestOfStream(`${kind}/${id}`, 1);
  return last?.type.endsWith(".deleted") ? last : null;
}
