import type { ArtifactFiles } from "./artifacts.ts";
import type { MarkedContent } from "./content_marks.ts";
import type { EventStore } from "./event_store.ts";
import { notePending, removePending } from "./pending_files.ts";
import { isReferenced } from "./referenced_artifacts.ts";

/** Ends the marks of content that events name by now. Returns what they do not name. */
export async function settleMarks(store: EventStore, artifacts: ArtifactFiles): Promise<string[]> {
  const marked = artifacts.unrecorded.marked();
  const named = marked.filter((each) => isNamed(store, each));
  if (named.length > 0) await store.durable();
  for (const { hash } of named) artifacts.unrecorded.unmark(hash);
  return marked.filter((each) => !named.includes(each)).map(({ hash }) => hash);
}

/**
 * Removes what a killed process wrote and did not record: no erasure would find it. Call it before anything is written, which may
 * be the same.
 */
export async function removeMarked(store: EventStore, artifacts: ArtifactFiles): Promise<void> {
  const left = await settleMarks(store, artifacts);
  if (left.length === 0) return;
  await store.commit(() => notePending(store, left));
  await removePending(store, artifacts);
}

/** An artifact whose path was taken over by another is in no view, but what names it may still be shown. */
const isNamed = (store: EventStore, { hash, after }: MarkedContent): boolean =>
  isReferenced(store, hash) ||
  store.database.get("select 1 from events where seq > ? and instr(data, ?) limit 1", after, hash) !==
    undefined;
