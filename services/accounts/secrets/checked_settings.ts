import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** Identifies settings with the versions of their secrets: what a check found with others says nothing about these. */
export const checkedSettings = (
  { store }: Pick<Core, "store">,
  settings: object,
  secretIds: readonly (string | null)[],
): string =>
  JSON.stringify([
    settings,
    secretIds.map((id) => id === null ? null : store.documents.get(secretStream, id)?.version ?? null),
  ]);
