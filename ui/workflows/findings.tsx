import { Banner } from "../kit/banner.tsx";
import type { Validation } from "./types.ts";

/** What was found in a text, each with its line and column. */
export function Findings({ validation: { valid, errors, warnings } }: { validation: Validation }) {
  return (
    <div class="stack" aria-live="polite">
      {valid && warnings.length === 0 && <Banner tone="good">Nothing is wrong with it.</Banner>}
      {[...errors, ...warnings].map(({ id, line, column, message, fix }) => (
        <Banner key={id} tone={id.startsWith("error") ? "bad" : "warning"}>
          Line {line}, column {column}: {message} {fix}
        </Banner>
      ))}
    </div>
  );
}
