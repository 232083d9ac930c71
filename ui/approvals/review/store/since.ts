import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type FileDiff, readPatch } from "../../model/patch.ts";
import type { ReviewServices } from "./services.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The changes since an earlier round, and whether they are loaded. */
type SinceState =
  | { status: "loading" }
  | { status: "shown"; diffs: readonly FileDiff[] }
  | { status: "failed"; why: string };

/** The choice between the whole change and the changes since an earlier round. */
export type Since = {
  /** The checkpoint of that round; null for the whole change. */
  readonly from: ReadonlySignal<string | null>;
  readonly state: ReadonlySignal<SinceState>;
  show: (from: string | null) => Promise<void>;
};

/** Returns the rounds that a checkpoint can be compared with, each read once. */
export function createSince({ call }: Pick<ReviewServices, "call">, id: string): Since {
  const from: Signal<string | null> = signal(null);
  const state: Signal<SinceState> = signal({ status: "loading" });
  const read = new Map<string, SinceState>();

  const show = async (wanted: string | null) => {
    from.value = wanted;
    if (wanted === null) return;
    state.value = read.get(wanted) ?? { status: "loading" };
    if (state.value.status !== "loading") return;
    let found: SinceState;
    try {
      const { patch, files } = await call("GET /approvals/:id/since", {
        params: { id },
        query: { from: wanted },
      });
      found = { status: "shown", diffs: readPatch(new TextEncoder().encode(patch), files) };
      read.set(wanted, found);
    } catch (error) {
      found = { status: "failed", why: messageOf(error) };
    }
    if (from.value === wanted) state.value = found;
  };
  return { from, state, show };
}
