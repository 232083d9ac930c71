import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import type { Validation } from "../types.ts";

/** The errors and warnings of a text, each with a button that goes to its line and column. */
export function Findings({ validation: { valid, errors, warnings }, onGoTo }: {
  validation: Validation;
  onGoTo: (line: number, column: number) => void;
}) {
  return (
    <div aria-live="polite">
      {valid && warnings.length === 0 && <Banner tone="good">No problems found.</Banner>}
      {errors.length + warnings.length > 0 && (
        <ul class="loss-list" aria-label="Findings">
          {[...errors, ...warnings].map(({ id, line, column, message, fix }) => (
            <li key={id}>
              <span class="row small">
                <Badge tone={id.startsWith("error") ? "bad" : "warning"}>
                  {id.startsWith("error") ? "error" : "warning"}
                </Badge>
                <button
                  type="button"
                  class="button button-quiet button-small"
                  onClick={() => onGoTo(line, column)}
                >
                  Line {line}, column {column}
                </button>
                <span class="wrap-anywhere">{message} {fix}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
