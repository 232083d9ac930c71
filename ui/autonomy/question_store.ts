import { computed, signal } from "@preact/signals";
import { createQuiet } from "../kit/quiet.ts";
import { createResource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import type { AnswerScope } from "../../client/question_scopes.ts";
import type { WorkerQuestion } from "./types.ts";

/** Returns the store of the open questions of workers, with the actions that answer the shown one. */
export function createQuestionStore({ call, toasts }: Pick<Frame, "call" | "toasts">) {
  const queue = createResource(() => call("GET /approvals/queue", { query: { limit: 100, asks: true } }));
  const items = computed<WorkerQuestion[]>(() =>
    queue.value.value?.items.filter(({ approval: { asks } }) => asks && asks.kind !== "external") ?? []
  );
  const index = signal(0);
  const current = computed(() => items.value[Math.min(index.value, items.value.length - 1)] ?? null);
  const busy = signal(false);
  const quiet = createQuiet();

  const answer = async (scope: AnswerScope | "reject") => {
    const question = current.peek();
    if (!question || busy.peek() || !quiet.ready.peek()) return;
    const { id, asks } = question.approval;
    if (scope === "pattern" && asks?.pattern === undefined) return;
    const body = { actorType: "human" as const, shown: { by: "page" as const } };
    busy.value = true;
    await toasts.attempt(() => {
      if (scope === "reject") return call("POST /approvals/:id/reject", { params: { id }, body });
      const pattern = scope === "pattern" ? asks?.pattern : undefined;
      const answered = { ...body, scope, ...(pattern !== undefined && { pattern }) };
      return call("POST /approvals/:id/approve", { params: { id }, body: answered });
    });
    busy.value = false;
    void queue.refresh();
  };
  return {
    items,
    current,
    index,
    busy,
    answer,
    refresh: queue.refresh,
    quiet,
  };
}
/** The store of the question strip. */
export type QuestionStore = ReturnType<typeof createQuestionStore>;
