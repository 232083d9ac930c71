import { Link } from "../../kit/link.tsx";
import { LastUses } from "../../kit/text/last_uses.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { Copy } from "../../kit/text/code.tsx";
import { Fact } from "../../kit/panel.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted, shortId } from "../../../client/words.ts";
import { percent, Scope, Source } from "../common/origin.tsx";
import { StatementText } from "../common/statement_text.tsx";
import type { MemoryRecord } from "../common/types.ts";

/** A record, with links to the one that it replaced and the one that replaced it. */
export function RecordCard({ record, selected, onReplace, onArchive }: {
  record: MemoryRecord;
  selected: boolean;
  onReplace: () => void;
  onArchive: () => void;
}) {
  const active = record.status === "active";
  return (
    <Card selected={selected} off={!active}>
      <div class="row small">
        <Badge>{record.type}</Badge>
        <Scope scope={record.scope} scopeId={record.scopeId} />
        {!active && <Status status="archived" title={record.archivedReason ?? ""} />}
        <Validity record={record} />
        <span class="grow" />
        <span class="hint">
          {counted(record.tokens, "token")} · <Time at={record.createdAt} />
        </span>
      </div>
      <StatementText text={record.content} />
      {(record.supersedes || record.supersededBy) && (
        <p class="small">
          {record.supersedes && (
            <>
              Replaces <RecordLink id={record.supersedes} />.{" "}
            </>
          )}
          {record.supersededBy && (
            <>
              Replaced by <RecordLink id={record.supersededBy} />.
            </>
          )}
        </p>
      )}
      <div class="card-foot">
        <details class="small">
          <summary>{usesOf(record)}</summary>
          <Details record={record} />
        </details>
        {active && (
          <span class="row">
            <Button small onPress={onReplace}>Replace …</Button>
            <Button small onPress={onArchive}>Archive …</Button>
          </span>
        )}
      </div>
    </Card>
  );
}

const usesOf = ({ receipts: { total } }: MemoryRecord): string =>
  total === 0 ? "Not used yet" : `Used in ${counted(total, "step")}`;

/** A link to a record, active or archived. */
const RecordLink = ({ id }: { id: string }) => <Link to={id} title={id}>{shortId(id)}</Link>;

function Validity({ record: { validFrom, validTo } }: { record: MemoryRecord }) {
  if (validTo && Date.parse(validTo) < Date.now()) {
    return (
      <Badge tone="warning">
        expired <Time at={validTo} />
      </Badge>
    );
  }
  if (validFrom && Date.parse(validFrom) > Date.now()) {
    return (
      <Badge tone="info">
        holds <Time at={validFrom} />
      </Badge>
    );
  }
  return validTo
    ? (
      <Badge>
        expires <Time at={validTo} />
      </Badge>
    )
    : null;
}

function Details({ record }: { record: MemoryRecord }) {
  return (
    <div class="stack record-details">
      <dl class="facts">
        <Fact name="Id">
          <Copy text={record.id} what="the id" />
        </Fact>
        <Fact name="Source">
          <Source of={record} />
        </Fact>
        <Fact name="Confidence">{record.confidence === undefined ? null : percent(record.confidence)}</Fact>
        <Fact name="Scope">{record.scopeId}</Fact>
        <Fact name="Recorded by">{record.createdBy}</Fact>
        <Fact name="Archived">{record.archivedAt && <Time at={record.archivedAt} />}</Fact>
        <Fact name="Why">{record.archivedReason && <ShownText text={record.archivedReason} />}</Fact>
      </dl>
      {record.receipts.items.length > 0 && (
        <LastUses receipts={record.receipts.items}>
          {(receipt) => receipt.step.replaceAll("_", " ")}
        </LastUses>
      )}
    </div>
  );
}
