import { Badge } from "../../../kit/badge.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { Time } from "../../../kit/text/time.tsx";
import type { Workspace } from "../../types.ts";
import { OUTCOMES } from "./attempts.tsx";

/** The verifications of the run, the newest first. */
export function Proof({ workspace: { evaluations } }: { workspace: Workspace }) {
  if (evaluations.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="proof">
      <div class="panel-head">
        <h2 id="proof">Proof</h2>
      </div>
      <ul class="panel-body proof">
        {evaluations.toReversed().map(({ id, outcome, detail, round, at }, i, all) => (
          <li key={id}>
            <Badge tone={i === 0 ? OUTCOMES[outcome].tone : "neutral"}>{OUTCOMES[outcome].word}</Badge>{" "}
            {/* The same sentence for several rounds is said once. */}
            {detail !== all[i - 1]?.detail && (
              <>
                <span class="wrap-anywhere">
                  <ShownText text={detail} />
                </span>
                {" "}
              </>
            )}
            <span class="hint small">
              {all.length > 1 && `round ${round} · `}
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
