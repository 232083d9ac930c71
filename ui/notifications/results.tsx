import { baseName, counted } from "../../client/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Panel } from "../kit/panel.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { hrefOfResults } from "./model/filter.ts";
import type { FoldedResults } from "./model/types.ts";

/** The results in the inbox, grouped by repository, each with a link to the single results. */
export function Results({ folded, scope, busy, onArchive, onMore }: {
  folded: FoldedResults;
  scope: "mine" | "all";
  busy: boolean;
  onArchive: (repository: string) => void;
  onMore: () => void;
}) {
  return (
    <Panel title="Results by repository" count={folded.results} flush>
      <ul class="inbox-lines" aria-label="Results by repository">
        {folded.items.map(({ repository, count, unread, newest }) => (
          <li key={repository} class={`inbox-result${unread > 0 ? " inbox-line-unread" : ""}`}>
            <div class="row">
              <a class="inbox-title" href={hrefOfResults(repository, scope)} title={repository}>
                {baseName(repository) || "No repository"}
              </a>
              <span class="small">{counted(count, "result")}</span>
              {unread > 0 && <Badge tone="info">{`${unread.toLocaleString("en")} unread`}</Badge>}
              <span class="hint small">
                <Time at={newest.lastOccurredAt} />
              </span>
              <span class="grow" />
              <Button
                small
                kind="quiet"
                busy={busy}
                label={`Archive all results of ${baseName(repository) || "no repository"}`}
                onPress={() =>
                  onArchive(repository)}
              >
                Archive all
              </Button>
            </div>
            <p class="inbox-second small">
              <ShownText as="span" text={newest.title} />
            </p>
          </li>
        ))}
      </ul>
      {folded.next !== null && (
        <div class="inbox-more">
          <Button onPress={onMore}>Show more repositories</Button>
        </div>
      )}
    </Panel>
  );
}
