import { Markdown } from "../../kit/text/markdown.tsx";
import { neutralisedLines } from "../../kit/text/hidden.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Review } from "../model/types.ts";

/** What the workers say that they did, which nobody checked, each under the title of its task if there are several. */
export function WorkSummary({ work }: Pick<Review, "work">) {
  const said = work.filter(({ summary }) => summary !== "");
  if (said.length === 0) return null;
  return (
    <section class="review-summary" aria-labelledby="worker-summary" tabIndex={0}>
      <h2 id="worker-summary">Worker's summary</h2>
      {said.map(({ id, title, status, summary }) => (
        <div key={id}>
          {said.length > 1 && (
            <h3>
              <ShownText text={title} /> <span class="hint small">{status}</span>
            </h3>
          )}
          <Markdown text={neutralisedLines(summary)} />
        </div>
      ))}
    </section>
  );
}
