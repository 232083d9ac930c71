import type { Focus } from "../focus.ts";
import { type Action, askBack } from "../situation.ts";

/** "Stop" may mean either; one of them cannot be taken back. */
export function stop(_: unknown, { run }: Focus): Action {
  if (!run) return askBack("This conversation has no run yet, so there is nothing to stop.");
  return askBack(
    `Pause or cancel? \`pause\` keeps the run ${run.id} for later; \`cancel: <reason>\` ends it permanently.`,
    run.id,
  );
}
