import { type ChangeDocument, changeStream } from "../../../store/changes/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { effectsOfChange } from "./effects.ts";
import type { Change, ChangeQuery } from "./schemas.ts";

type Reads = Pick<Core, "store">;

/** Returns the change's document. Throws `NotFoundError`. */
export function requireChange({ store }: Reads, id: string): ChangeDocument {
  const change = store.documents.get(changeStream, id);
  if (!change) throw new NotFoundError("agent profile change", id);
  return change;
}

/** Returns changes, newest first. */
export const listChanges = ({ store }: Reads, query: ChangeQuery): Change[] => {
  const { status, targetProfileId: targetId, limit, offset } = query;
  const where = { ...(status && { status }), ...(targetId && { targetId }) };
  return store.documents.find(changeStream, where, { limit, offset, newestFirst: true }).map(showChange);
};

/** Returns one change. Throws `NotFoundError`. */
export const getChange = (service: Reads, id: string): Change => showChange(requireChange(service, id));

/** Returns a change as the API shows it. */
export function showChange(change: ChangeDocument): Change {
  const { losses, ...rest } = change;
  return {
    ...rest,
    ...(losses && { losses: losses.map((loss, i) => ({ id: `loss_${i + 1}`, ...loss })) }),
    targetProfileId: change.kind === "profile" ? change.targetId : null,
    diff: change.diff.map((each, i) => ({ id: `diff_${i + 1}`, ...each })),
    effects: effectsOfChange(change),
  };
}
