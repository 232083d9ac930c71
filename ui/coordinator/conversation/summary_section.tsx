import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Markdown } from "../../kit/text/markdown.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import type { Summary } from "../types.ts";
import type { ConversationStore } from "./store.ts";

const KEPT: Readonly<Record<Summary["memoryStatus"], string>> = {
  missing: "not in memory",
  current: "in memory",
  stale: "an older version is in memory",
};

/** The summary of a conversation, loaded when it is opened. It can be added to memory. */
export function SummarySection({ store }: { store: ConversationStore }) {
  return (
    <details
      class="panel talk-section"
      onToggle={(event) => event.currentTarget.open && void store.summary.refresh()}
    >
      <summary>
        <h2>Summary</h2>
      </summary>
      <div class="talk-section-body">
        <ResourceView resource={store.summary} lines={4}>
          {(summary) => (
            <>
              <Markdown text={summary.content} />
              <div class="row">
                <Badge>{KEPT[summary.memoryStatus]}</Badge>
                {summary.memoryStatus !== "current" && (
                  <Button
                    small
                    busy={store.busy.value}
                    onPress={() => store.remember()}
                  >
                    Add to memory
                  </Button>
                )}
              </div>
            </>
          )}
        </ResourceView>
      </div>
    </details>
  );
}
