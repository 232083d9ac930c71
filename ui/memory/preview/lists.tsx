import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Panel } from "../../kit/panel.tsx";
import { counted } from "../../../client/words.ts";
import { Scope } from "../common/origin.tsx";
import { StatementText } from "../common/statement_text.tsx";
import type { ContextPreview } from "../common/types.ts";

/** The records in the context, the most relevant first. */
export function Given({ items, onTry }: { items: ContextPreview["items"]; onTry: (id: string) => void }) {
  return (
    <Panel title="Given" count={items.length}>
      {items.length === 0 && <p class="hint">No record applies or fits the budget.</p>}
      <ul class="plain-list">
        {items.map(({ id, record, tokens, score, reasons }) => (
          <li key={id} class="stack">
            <span class="row small">
              <Badge>{record.type}</Badge>
              <Scope scope={record.scope} scopeId={record.scopeId} />
              <span class="grow" />
              <span class="hint numbers">{counted(tokens, "token")} · score {score.toFixed(1)}</span>
            </span>
            <StatementText text={record.content} />
            <div class="card-foot">
              <ShownText as="span" class="hint small" text={reasons.join(" ")} />
              <Button small onPress={() => onTry(id)}>Leave out</Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The records that are left out, each with the reason. */
export function LeftOut({ preview: { leftOut }, tried, onTakeBack }: {
  preview: ContextPreview;
  tried: readonly string[];
  onTakeBack: (id: string) => void;
}) {
  return (
    <Panel title="Left out" count={leftOut.length}>
      {leftOut.length === 0 && <p class="hint">Every record that applies is included.</p>}
      <ul class="plain-list">
        {leftOut.map(({ id, record, tokens, reason, detail }) => (
          <li key={id} class="stack">
            <span class="row small">
              <Badge tone={reason === "budget" ? "warning" : "neutral"}>{reason.replaceAll("_", " ")}</Badge>
              <span class="grow" />
              <span class="hint numbers">{counted(tokens, "token")}</span>
            </span>
            <StatementText text={record.content} />
            <div class="card-foot">
              <ShownText as="span" class="hint small" text={detail} />
              {tried.includes(id) && <Button small onPress={() => onTakeBack(id)}>Include again</Button>}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
