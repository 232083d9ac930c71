import type { Frame } from "../shell/frame.ts";
import { forgetDraftsOf } from "./model/draft.ts";

/** Removes what was written in the reviews of a run, which quotes its lines, when the run is deleted. */
export function forgetDrafts({ live, storage }: Pick<Frame, "live" | "storage">): void {
  live.on(({ type, runid }) => {
    if (type === "run.deleted" && runid) forgetDraftsOf(storage, runid);
  });
}
