import { ShownText } from "../../kit/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Panel } from "../../kit/panel.tsx";
import { counted } from "../../../client/words.ts";
import type { Drift } from "../types.ts";

/** Says before the content that it is out of date. */
export function DriftBanner({ drift, source }: { drift: Drift; source: string | null }) {
  const missing = drift.items.filter(({ state }) => state === "missing").length;
  const sentences = [
    drift.source === "changed" && `The file ${source} has changed since it was imported. Import it again.`,
    drift.source === "missing" && `The file ${source}, which it was imported from, is gone.`,
    missing > 0 &&
    `It names ${counted(missing, "thing")} that the repository does not have. Agents would be misled.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return <Banner tone="warning">{sentences.join(" ")}</Banner>;
}

/** What the document names, compared with the repository as it is now. */
export function DriftPanel({ drift }: { drift: Drift }) {
  return (
    <Panel title="Drift" count={drift.items.length}>
      <p class="hint small">
        {drift.checked === 0
          ? "It names no path and no command that could be looked for."
          : `${
            counted(drift.checked, "path or command", "paths and commands")
          } looked for in the repository as it is now.`}
        {!drift.complete && " Not all of them could be."}
      </p>
      {drift.items.length === 0 && drift.checked > 0 && <p>The repository has all of them.</p>}
      {drift.items.length > 0 && (
        <ul class="plain-list drift-list">
          {drift.items.map((item) => (
            <li key={item.id} class="stack">
              <span class="row small">
                <Badge tone={item.state === "missing" ? "bad" : "neutral"}>{item.state}</Badge>
                <span class="hint">{item.kind}{item.line > 0 && `, line ${item.line}`}</span>
              </span>
              <code>
                <ShownText text={item.text} />
              </code>
              <span class="hint small">
                <ShownText text={item.detail} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
