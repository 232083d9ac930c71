import { useSignal } from "@preact/signals";
import { Badge, type Tone } from "../../../kit/badge.tsx";
import { Field } from "../../../kit/forms/field.tsx";
import { useDraft } from "../../../kit/forms/use_draft.ts";
import { Time } from "../../../kit/text/time.tsx";
import { useFrame } from "../../../shell/mod.ts";
import { hasEnded } from "../../../../store/shared/session_states.ts";
import type { TaskDetails } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { ShownLines } from "../../../kit/text/shown_text.tsx";

const TONES: Record<TaskDetails["guidance"][number]["status"], Tone> = {
  pending: "info",
  consumed: "good",
  not_understood: "warning",
  expired: "warning",
};

/** The guidance that the task received, whether it was read, and a form to send more. */
export function Guidance({ task, store }: { task: TaskDetails; store: RunStore }) {
  const { call, toasts } = useFrame();
  const { value: content } = useDraft(`guidance.${task.id}`, "");
  const busy = useSignal(false);
  const send = async (event: Event) => {
    event.preventDefault();
    const sent = content.value;
    if (!sent.trim()) return;
    busy.value = true;
    const told = await toasts.attempt(
      () =>
        call("POST /task-sessions/:id/guidance", {
          params: { id: task.id },
          body: { content: sent },
        }),
      () => "The worker gets it at the next task boundary.",
    );
    busy.value = false;
    if (!told) return;
    if (content.value === sent) content.value = "";
    store.session.set(told);
  };
  const over = hasEnded(task.status);
  if (over && task.guidance.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="guidance">
      <div class="panel-head">
        <h2 id="guidance">Guidance</h2>
      </div>
      {task.guidance.length > 0 && (
        <ul class="line-list">
          {task.guidance.map((item) => (
            <li key={item.id} class="line">
              <ShownLines as="span" class="request-text" text={item.content} />
              <Badge tone={TONES[item.status]}>
                {item.status === "consumed"
                  ? `read at ${item.consumedAtSequence}`
                  : item.status.replace("_", " ")}
              </Badge>
              {item.detail && <ShownLines as="span" class="hint small request-text" text={item.detail} />}
              <span class="hint small line-detail">
                {item.actor}, <Time at={item.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!over && (
        <form class="panel-body stack" onSubmit={send}>
          <Field
            label="Guidance for the worker"
            hint="The worker gets it at the next boundary of its task, not in the middle of a step."
          >
            {(control) => (
              <textarea
                {...control}
                class="input"
                rows={2}
                value={content.value}
                onInput={(event) => content.value = event.currentTarget.value}
              />
            )}
          </Field>
          <div class="row">
            <button type="submit" class="button" disabled={busy.value || !content.value.trim()}>Send</button>
          </div>
        </form>
      )}
    </section>
  );
}
