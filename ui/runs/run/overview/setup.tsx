import { Link } from "../../../kit/link.tsx";
import { bytes } from "../../../../client/words.ts";
import { type Run } from "../../types.ts";

/** The setup of the run's worktrees: the command, its origin, and its duration at the base. */
export function SetupOf({ run: { setup, preparation } }: { run: Run }) {
  const command = preparation?.command ?? setup?.command;
  if (!command) return null;
  return (
    <>
      <dt>Setup</dt>
      <dd>
        <code>{command}</code>
        {preparation?.origin === "remembered" && (
          <div class="hint small">
            {preparation.rememberedFrom
              ? (
                <>
                  Saved by <Link to={preparation.rememberedFrom}>an earlier run</Link>.
                </>
              )
              : "Saved for this repository."}
          </div>
        )}
        {preparation?.durationMilliseconds !== undefined && (
          <div class="hint small">
            {preparation.reused
              ? "Reused an earlier result."
              : `Took ${(preparation.durationMilliseconds / 1000).toFixed(1)} s, ${
                preparation.network ? "with network" : "without network"
              }${preparation.bytes === undefined ? "" : `, ${bytes(preparation.bytes)} on disk`}.`}
          </div>
        )}
      </dd>
    </>
  );
}
