import { Button } from "../../kit/button.tsx";
import { Link } from "../../kit/link.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame } from "../../shell/mod.ts";
import { PlanView } from "./plan_view.tsx";
import type { CalendarAction } from "../common/types.ts";

/** A planned change. Local changes are applied at once; others need a review. */
export function PlannedChange(
  { action, onChange }: { action: CalendarAction; onChange: (next: CalendarAction) => void },
) {
  const { call, toasts } = useFrame();
  const { id: actionId, planSha256, approvalId, parsed, plan, source, warnings, result, status } = action;
  const execute = async () => {
    const done = await toasts.attempt(() =>
      call("POST /planner/calendar-actions/execute", { body: { actionId, planSha256 } })
    );
    if (done) onChange(done);
  };
  return (
    <Panel title="Planned change">
      <dl class="facts">
        {parsed.map(({ field, text, value }) => (
          <Fact key={`${field} ${text}`} name={field}>
            <ShownText text={value} />{" "}
            <span class="hint small">
              from <ShownLines as="q" text={text} />
            </span>
          </Fact>
        ))}
      </dl>
      <PlanView plan={plan} source={source} warnings={warnings} />
      <p class="row" aria-live="polite">
        {result
          ? <span>{status === "executed" ? "Done." : status}: {result.detail}</span>
          : approvalId === null
          ? <Button kind="primary" onPress={() => execute()}>Apply</Button>
          : (
            <>
              <Link class="button button-primary" to={approvalId}>Review it</Link>
              <span class="hint">Nothing is written until you review it.</span>
            </>
          )}
      </p>
    </Panel>
  );
}
