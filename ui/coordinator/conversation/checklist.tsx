import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import type { Checklist } from "../types.ts";

type Item = Checklist["items"][number];

/** The label and tone of each result. */
const RESULTS: Readonly<Record<Item["status"], { word: string; tone: Tone }>> = {
  ok: { word: "ok", tone: "good" },
  warn: { word: "warning", tone: "warning" },
  block: { word: "blocks", tone: "bad" },
};

/** A badge with the result of a check. */
export function ChecklistBadge({ status }: { status: Item["status"] }) {
  const { word, tone } = RESULTS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const RANK: Readonly<Record<Item["status"], number>> = { block: 0, warn: 1, ok: 2 };

/** The results of the checks before a run, the worst first, each with what to do about it. */
export function ChecklistItems({ checklist }: { checklist: Checklist }) {
  return (
    <ul class="talk-checklist">
      {checklist.items.toSorted((a, b) => RANK[a.status] - RANK[b.status]).map((item) => (
        <li key={item.id}>
          <div class="row">
            <ChecklistBadge status={item.status} />
            <ShownText as="strong" text={item.title} />
          </div>
          <ShownLines as="p" class="small talk-words" text={item.reason} />
          {item.fix && (
            <p class="small talk-words">
              What to do: <ShownLines text={item.fix} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
