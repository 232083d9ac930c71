import { Link } from "../../kit/link.tsx";
import { ShownLines } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Time } from "../../kit/text/time.tsx";
import { shortId } from "../../../client/words.ts";
import type { Details } from "../types.ts";
import { SideSection } from "./side_section.tsx";

/** The guidance that tasks received, and whether they have read it. */
export function Guidance({ details: { guidanceLinks } }: { details: Details }) {
  return (
    <SideSection title="Guidance" count={guidanceLinks.length}>
      <ul class="talk-list">
        {guidanceLinks.map((guidance) => (
          <li key={guidance.id}>
            <ShownLines as="p" class="talk-words" text={guidance.content} />
            <p class="row small">
              <Badge tone={guidance.status === "pending" ? "warning" : "neutral"}>{guidance.status}</Badge>
              {guidance.runId && <Link to={guidance.runId} query="tab=tasks">Task</Link>}
              <Time at={guidance.at} />
            </p>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

/** The status reports on the conversation's runs. */
export function Reports({ details: { statusReportEvents } }: { details: Details }) {
  return (
    <SideSection title="Reports" count={statusReportEvents.length}>
      <ul class="talk-list">
        {statusReportEvents.map((report) => (
          <li key={report.id}>
            <ShownLines as="p" class="talk-words" text={report.summary} />
            <p class="row small">
              <Badge>{report.kind.replaceAll("_", " ")}</Badge>
              {report.runId && <Link to={report.runId}>{shortId(report.runId)}</Link>}
              <Time at={report.at} />
            </p>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}
