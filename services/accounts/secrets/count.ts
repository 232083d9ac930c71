import { storageClassSchema } from "../../../store/secrets/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** Returns how many secrets exist, by storage class. */
export function countSecrets(
  { store }: Pick<Core, "store">,
): { count: number; byStorageClass: Record<string, number> } {
  const counts = store.documents.counts(secretStream);
  const byStorageClass = Object.fromEntries(
    storageClassSchema.options.map((name) => [name, counts[name] ?? 0]),
  );
  return { count: Object.values(byStorageClass).reduce((sum, count) => sum + count, 0), byStorageClass };
}
