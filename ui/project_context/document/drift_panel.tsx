import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Panel } from "../../kit/panel.tsx";
import { counted } from "../../../client/words.ts";
import type { Drift } from "../types.ts";

/** A warning above the content that it is out of date. */
export function DriftBanner({ drift, source }: { drift: Drift; source: string | null }) {
  const missing = drift.items.filter(({ state }) => state === "missing").length;
  const sentences = [
    drift.source === "changed" && `The file ${source} has changed since it was imported. Import it again.`,
    drift.source === "missing" && `The source file ${source} no longer exists.`,
    missing > 0 &&
    `It names ${
      counted(missing, "path or command", "paths or commands")
    } that the repository does not have. This would mislead agents.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return <Banner tone="warning">{sentences.join(" ")}</Banner>;
}

/** The references of the document, compared with the repository as it is now. */
export function DriftPanel({ drift }: { drift: Drift }) {
  return (
    <Panel title="Drift" count={drift.items.length}>
      <p class="hint small">
        {drift.checked === 0
          ? "It names no paths or commands to check."
          : `${
            counted(drift.checked, "path or command", "paths and commands")
          } checked against the current repository.`}
        {!drift.complete && " Some could not be checked."}
      </p>
      {drift.items.length === 0 && drift.checked > 0 && <p>The repository has them all.</p>}
      {drift.items.length > 0 && (
        <ul class="plain-list drift-list">
          {drift.items.map((item) => (
            <li key={item.id} class="stack">
              <span class="row small">
                <Badge tone={item.state === "missing" ? "bad" : "neutral"}>{item.state}</Badge>
                <span class="hint">{item.kind}{item.line > 0 && `, line ${item.line}`}</span>
              </span>
              <ShownText as="code" text={item.text} />
              <ShownText as="span" class="hint small" text={item.detail} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
