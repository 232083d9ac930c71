import { useSignal } from "@preact/signals";
import { anyOf, SelectField } from "../../kit/forms/select.tsx";
import { Banner } from "../../kit/banner.tsx";
import { SubmitButton } from "../../kit/button.tsx";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RoutePreview, RoutingPolicy } from "../common/types.ts";
import { questionOf } from "./question.ts";
import { RouteView } from "./route_view.tsx";
import { PRIVACIES } from "../../../store/shared/enumerations.ts";

/** A form that shows which model a run would use now. */
export function PreviewPanel({ policies }: { policies: readonly RoutingPolicy[] }) {
  const { call } = useFrame();
  const draft = useSignal({
    request: "",
    role: "",
    taskClass: "",
    provider: "",
    privacy: "",
    maxCostUsd: "",
  });
  const route = useSignal<RoutePreview | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const ask = (event: Event) => {
    event.preventDefault();
    return attempt(async () => {
      route.value = null;
      route.value = await call("POST /model-routing/preview", { body: questionOf(draft.value) });
    });
  };
  const input = (name: keyof typeof draft.value) => draftInput(draft, name);
  return (
    <Panel title="Which model would a run use?">
      <form class="form" onSubmit={ask}>
        <Field label="Request" hint="Its length affects the expected cost.">
          {(control) => <textarea {...control} {...input("request")} rows={2} />}
        </Field>
        <div class="form-row">
          <Field label="Role">{(control) => <input {...control} {...input("role")} />}</Field>
          <Field label="Task class">{(control) => <input {...control} {...input("taskClass")} />}</Field>
          <Field label="Worker" hint="provider or provider/model">
            {(control) => <input {...control} {...input("provider")} />}
          </Field>
          <SelectField label="Privacy limit" {...input("privacy")} options={anyOf("anywhere", PRIVACIES)} />
          <Field label="Limit, in dollars">
            {(control) => <input {...control} {...input("maxCostUsd")} type="number" min="0" step="any" />}
          </Field>
        </div>
        <span class="row">
          <SubmitButton busy={busy.value}>Preview the route</SubmitButton>
        </span>
      </form>
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      {route.value && <RouteView route={route.value} policies={policies} />}
    </Panel>
  );
}
