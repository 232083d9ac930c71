import { Badge, type Tone } from "../../kit/badge.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Conflict } from "../common/types.ts";

/** The colour of each severity. */
const SEVERITY_TONES: Readonly<Record<Conflict["severity"], Tone>> = {
  info: "info",
  warning: "warning",
  high: "bad",
  critical: "bad",
};

/** The conflicts of an entry, each with its explanation. */
export function ConflictLines({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <section class="stack">
      <h3>Conflicts</h3>
      {conflicts.map((conflict) => (
        <div key={conflict.id} class="stack">
          <ConflictHead conflict={conflict} />
          <Arithmetic conflict={conflict} />
        </div>
      ))}
    </section>
  );
}

/** The summary of a conflict, in one line. */
export const ConflictHead = ({ conflict: { kind, severity, detail, minutes } }: { conflict: Conflict }) => (
  <div class="row">
    <Badge tone={SEVERITY_TONES[severity]} dot>{kind.replaceAll("_", " ")}</Badge>
    <ShownText as="span" class="grow" text={detail} />
    <span class="hint small numbers">{minutes} min</span>
  </div>
);

/** The explanation of a conflict, line by line, and the suggestions, except suppressing it, which has its button. */
export const Arithmetic = ({ conflict: { explain, suggestions } }: { conflict: Conflict }) => (
  <>
    <ol class="arithmetic small">
      {explain.map((line, i) => <ShownText key={i} as="li" text={line} />)}
    </ol>
    {suggestions.filter(({ action }) => action !== "suppress").map(({ action, detail }) => (
      <ShownText key={action} as="p" class="small hint" text={detail} />
    ))}
  </>
);
