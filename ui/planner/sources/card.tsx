import { Badge, type Tone } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { Fact } from "../../kit/panel.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted } from "../../../client/words.ts";
import { ExportButton } from "../common/export_button.tsx";
import type { RefreshRun, SourceStatus } from "../common/types.ts";
import { Refreshes, RefreshLine } from "./refreshes.tsx";
import type { ConfiguredSource, SourceStore } from "./store.ts";

const TONES: Readonly<Record<SourceStatus["state"], Tone>> = {
  ok: "good",
  stale: "warning",
  error: "bad",
  auth_required: "bad",
  disabled: "neutral",
  never: "neutral",
};

/** One source: its state, its last refresh, and the actions on it. */
export function SourceCard({ status, source, row, busy, store, onRemove, onRelease }: {
  status: SourceStatus;
  source: ConfiguredSource | null;
  row: RefreshRun | null;
  busy: boolean;
  store: SourceStore;
  onRemove: () => void;
  onRelease: () => void;
}) {
  const { id, label, kind, state, artifacts, lastError, heldRemoval } = status;
  const enabled = state !== "disabled";
  return (
    <Card off={!enabled}>
      <div class="row">
        <ShownText as="h2" class="hit-title" text={label} />
        <Badge tone={TONES[state]} dot>{state.replaceAll("_", " ")}</Badge>
        <Badge>{kind.replaceAll("_", " ")}</Badge>
        {source?.role && <Badge>{source.role.replaceAll("_", " ")}</Badge>}
        <span class="grow" />
        <span class="hint small">{counted(artifacts, "item")}</span>
      </div>
      {lastError && (
        <Banner tone="warning">
          <ShownText text={lastError} />
        </Banner>
      )}
      {heldRemoval && (
        <Banner tone="warning">
          {counted(heldRemoval.count, "item")}{" "}
          would be removed at once. That is more than half, so they are kept until you confirm.{" "}
          <Button small onPress={onRelease}>Remove them …</Button>
        </Banner>
      )}
      <SourceFacts status={status} source={source} />
      {row && (
        <div role="status">
          <RefreshLine row={row} />
        </div>
      )}
      <Refreshes sourceId={id} />
      <div class="row">
        {enabled && (
          <Button
            small
            busy={busy}
            onPress={() => store.refresh([id])}
            label={`Refresh ${label}`}
          >
            Refresh
          </Button>
        )}
        <ExportButton of={{ sources: id }} what={label} />
        <Button
          small
          onPress={() => store.change({ id, enabled: !enabled }, `${label} is ${enabled ? "off" : "on"}.`)}
          label={`${enabled ? "Turn off" : "Turn on"} ${label}`}
        >
          {enabled ? "Turn off" : "Turn on"}
        </Button>
        <Button small kind="danger" onPress={onRemove} label={`Remove … ${label}`}>Remove …</Button>
      </div>
    </Card>
  );
}

function SourceFacts({ status, source }: { status: SourceStatus; source: ConfiguredSource | null }) {
  const { lastSuccessAt, lastAttemptAt, nextRefreshAt, consecutiveFailures, collections } = status;
  return (
    <dl class="facts small">
      <Fact name="Where">
        <ShownText as="code" class="wrap-anywhere" text={source?.url ?? source?.path ?? ""} />
      </Fact>
      <Fact name="Read">{lastSuccessAt ? <Time at={lastSuccessAt} /> : "never"}</Fact>
      <Fact name="Tried">
        {lastAttemptAt && lastAttemptAt !== lastSuccessAt && <Time at={lastAttemptAt} />}
      </Fact>
      <Fact name="Failures in a row">{consecutiveFailures > 0 ? String(consecutiveFailures) : ""}</Fact>
      <Fact name="Next">{nextRefreshAt && <Time at={nextRefreshAt} />}</Fact>
      <Fact name="Calendars">
        {collections?.length
          ? (
            <ShownText
              text={collections.map(({ label, readOnly }) => label + (readOnly ? " (read only)" : "")).join(
                ", ",
              )}
            />
          )
          : ""}
      </Fact>
    </dl>
  );
}
