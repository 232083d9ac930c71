import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { counted } from "../../../client/words.ts";
import { Fact } from "../../kit/panel.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Span } from "../common/moments.tsx";
import type { CalendarPlan } from "../common/types.ts";

const NAMES: Readonly<Record<string, string>> = {
  local_write: "write it here",
  caldav_put: "write it to the server",
  caldav_delete: "delete it on the server",
  draft_create: "draft a mail",
};

/** The effect of a plan on a calendar: before and after, who is notified and by whom, and the conflicts afterwards. */
export function PlanView({ plan, source, warnings }: {
  plan: CalendarPlan;
  source: string;
  warnings: readonly string[];
}) {
  const { diff, occurrences, notifies, serverNotifies, conflictsCreated, conflictsResolved, steps } = plan;
  return (
    <div class="stack plan-view">
      {warnings.map((warning) => <Banner key={warning} tone="warning">{warning}</Banner>)}
      <Differences diff={diff} />
      <dl class="facts">
        <Fact name="Occurrences">
          {counted(occurrences.count, "occurrence")}
          {occurrences.first && (
            <>
              , <Span start={occurrences.first} end={occurrences.last ?? occurrences.first} />
            </>
          )}
        </Fact>
        <Fact name="Mail">
          {notifies.length === 0 ? "No mail is sent from here." : (
            <>
              Drafted. Sending it needs a separate decision. To{" "}
              <ShownText
                text={notifies.map(({ email, method }) => `${email} (${method.toLowerCase()})`).join(", ")}
              />
            </>
          )}
        </Fact>
        <Fact name="Mail from the server">
          {serverNotifies.length === 0 ? null : (
            <>
              The server of <strong>{source}</strong> sends mail itself. It may notify{" "}
              <ShownText text={serverNotifies.join(", ")} />.
            </>
          )}
        </Fact>
        <Fact name="Source">{source}</Fact>
        <Fact name="Steps">
          {steps.map(({ kind, ifMatch }) =>
            `${NAMES[kind]}${
              kind.startsWith("caldav")
                ? ifMatch ? ", only if unchanged" : ", only if it does not exist yet"
                : ""
            }`
          ).join("; ")}
        </Fact>
        <Conflicts name="New conflicts" conflicts={conflictsCreated} />
        <Conflicts name="Resolved conflicts" conflicts={conflictsResolved} />
      </dl>
    </div>
  );
}

function Differences({ diff }: Pick<CalendarPlan, "diff">) {
  return (
    <div class="table-scroller" role="region" aria-label="Before and after" tabIndex={0}>
      <table class="plan-diff">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {diff.map(({ recurrenceId, field, before, after, title }, at) => (
            <tr key={at}>
              <th scope="row">
                {field}
                {title !== undefined && <ShownText as="span" class="hint small" text={`of ${title}`} />}
                {recurrenceId !== null && <span class="hint small">of {recurrenceId}</span>}
              </th>
              <td>
                {before === null ? <Nothing /> : <ShownText as="del" text={before} />}
              </td>
              <td>
                {after === null ? <Nothing /> : <ShownText as="ins" text={after} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Nothing = () => <span class="hint">nothing</span>;

function Conflicts({ name, conflicts }: { name: string; conflicts: CalendarPlan["conflictsCreated"] }) {
  if (conflicts.length === 0) return null;
  return (
    <Fact name={name}>
      <ul>
        {conflicts.map(({ kind, detail, start }) => (
          <li key={`${kind} ${start} ${detail}`}>
            <Badge tone={kind === "double_booked" ? "bad" : "warning"}>{kind.replaceAll("_", " ")}</Badge>
            {" "}
            <ShownText text={detail} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}
