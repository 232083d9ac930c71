import type { Focus } from "../../focus.ts";
import { askBack, type MessageResult } from "../../situation.ts";

/** "Stop" may mean pause or cancel, and cancelling cannot be undone. */
export function stop(_: unknown, { run }: Focus): MessageResult {
  if (!run) return askBack("This conversation has no run yet, so there is nothing to stop.");
  return askBack(
    `Pause or cancel? \`pause\` keeps the run ${run.id} for later. \`cancel: <reason>\` ends it permanently.`,
    run.id,
  );
}
