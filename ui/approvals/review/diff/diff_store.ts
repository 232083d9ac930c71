import { type Signal, signal } from "@preact/signals";
import type { LineComment } from "../../model/comments.ts";
import type { PatchState } from "../../model/patch_state.ts";
import type { ReviewStore } from "../store/store.ts";

/** The state of a patch on the screen: what of it was viewed and left out, and the remarks on it. */
export type DiffStore = Pick<
  ReviewStore,
  "id" | "patch" | "people" | "since" | "viewed" | "seen" | "leftOut" | "comments" | "closed" | "review"
>;

/** Returns the state of a patch that belongs to no review, with the signal that takes the patch. */
export function createDiffStore(id: string): DiffStore & { patch: Signal<PatchState> } {
  return {
    id,
    patch: signal<PatchState>({ status: "loading" }),
    people: signal(null),
    since: { from: signal(null), state: signal({ status: "loading" }), show: () => Promise.resolve() },
    viewed: signal<ReadonlySet<string>>(new Set()),
    seen: signal(null),
    leftOut: signal<ReadonlySet<string>>(new Set()),
    comments: signal<readonly LineComment[]>([]),
    closed: signal(null),
    review: signal(null),
  };
}
