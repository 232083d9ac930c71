import { useSignal } from "@preact/signals";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { ListView } from "../../kit/lists/list_view.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted, shortId } from "../../../client/words.ts";
import { type Frame, useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import type { MaintenanceResult, MemoryReview } from "../common/types.ts";
import { HousekeepingDialog } from "./housekeeping_dialog.tsx";
import { ReviewPanel } from "./review_panel.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Panel } from "../../kit/panel.tsx";

const createReviewsStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /memory/reviews", { query: { limit } }));

/** The reviews of the records, which find contradictions, duplicates, and outdated records. */
export function ReviewsTab() {
  const list = usePageStore(createReviewsStore);
  const [query, setQuery] = useQuery();
  const open = useSignal<"review" | "maintenance" | null>(null);
  const report = useSignal<MaintenanceResult | null>(null);
  useLive(({ type }) => type.startsWith("memory."), () => void list.show(null));
  const items = list.items.value;
  const shown = query.review ?? items?.[0]?.id;
  const move = (steps: number) => {
    const at = items?.findIndex(({ id }) => id === shown) ?? -1;
    const next = items?.[at + steps];
    if (next) setQuery({ review: next.id });
  };
  useShortcuts([
    { keys: "j", does: "Next review", group: "Move", run: () => move(1) },
    { keys: "k", does: "Previous review", group: "Move", run: () => move(-1) },
  ]);
  return (
    <>
      <div class="row">
        <Button kind="primary" onPress={() => open.value = "review"}>Review the records …</Button>
        <Button onPress={() => open.value = "maintenance"}>Run maintenance …</Button>
      </div>
      <ListView
        list={list}
        bar={report.value && <MaintenanceReport report={report.value} />}
        lines={4}
        empty={
          <EmptyState title="No reviews yet">
            <p>
              A review changes nothing. It lists contradictions, duplicates, and stale or expired records.
            </p>
          </EmptyState>
        }
      >
        {(items) => (
          <div class="reviews">
            <ReviewList items={items} shown={shown} onShow={(review) => setQuery({ review })} />
            {shown && <ReviewPanel key={shown} id={shown} />}
          </div>
        )}
      </ListView>
      {open.value && (
        <HousekeepingDialog
          what={open.value}
          onClose={() => open.value = null}
          onReviewed={(review) => setQuery({ review })}
          onMaintained={(done) => report.value = done}
        />
      )}
    </>
  );
}

function ReviewList({ items, shown, onShow }: {
  items: readonly MemoryReview[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  return (
    <ul class="cards" aria-label="Reviews">
      {items.map((review) => (
        <li key={review.id}>
          <button
            type="button"
            class={review.id === shown ? "card card-selected card-button" : "card card-button"}
            aria-pressed={review.id === shown ? "true" : "false"}
            onClick={() => onShow(review.id)}
          >
            <span class="row">
              <Time at={review.createdAt} />
              <Found review={review} />
            </span>
            <span class="hint small">
              {counted(review.examined, "record")} checked{review.scope && `, scope ${review.scope}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Found({ review }: { review: MemoryReview }) {
  const found = Object.values(review.counts).reduce((sum, count) => sum + (count ?? 0), 0);
  return found === 0
    ? <Badge tone="good">nothing found</Badge>
    : <Badge tone="warning">{counted(found, "finding")}</Badge>;
}

/** The result of the last maintenance. */
function MaintenanceReport({ report }: { report: MaintenanceResult }) {
  const { archived, promoted, notPromoted } = report;
  return (
    <Panel title="Maintenance is done">
      <p role="status">
        <ShownText text={report.summary.text} />
      </p>
      <p class="hint">
        {counted(report.extracted.length, "new candidate")}, {counted(promoted.length, "promotion")},{" "}
        {counted(archived.length, "record")} archived.{" "}
        {report.extracted.length > 0 && <a href="/dashboard/memory?tab=candidates">Suggestions</a>}
      </p>
      {notPromoted.length > 0 && (
        <details>
          <summary>{counted(notPromoted.length, "candidate was", "candidates were")} not promoted</summary>
          <ul>
            {notPromoted.map(({ id, reason }) => (
              <li key={id}>
                <code>{shortId(id)}</code>: <ShownText text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
