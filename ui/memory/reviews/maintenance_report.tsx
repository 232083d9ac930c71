import { ShownText } from "../../kit/text/shown_text.tsx";
import { Panel } from "../../kit/panel.tsx";
import { counted, shortId } from "../../../client/words.ts";
import type { MaintenanceResult } from "../common/types.ts";

/** The result of the last maintenance. */
export function MaintenanceReport({ report }: { report: MaintenanceResult }) {
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
