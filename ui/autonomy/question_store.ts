import { computed, signal } from "@preact/signals";
import { createResource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import type { Scope } from "../../client/question_scopes.ts";
import type { Question } from "./types.ts";

/** A key that was meant for what stood there before must not answer what has just come. */
const MIN_SHOWN_MILLISECONDS = 700;

/** The open questions of workers, and the way to answer the one that is shown. */
export function createQuestionStore({ call, toasts }: Pick<Frame, "call" | "toasts">) {
  const queue = createResource(() => call("GET /approvals/queue", { query: { limit: 100 } }));
  const items = computed<Question[]>(() =>
    queue.value.value?.items.filter(({ approval: { asks } }) => asks && asks.kind !== "external") ?? []
  );
  const index = signal(0);
  const current = computed(() => items.value[Math.min(index.value, items.value.length - 1)] ?? null);
  const busy = signal(false);
  const ready = signal(false);

  const answer = async (scope: Scope | "reject") => {
    const question = current.peek();
    if (!question || busy.peek() || !ready.peek()) return;
    const { id, asks } = question.approval;
    if (scope === "pattern" && asks?.pattern === undefined) return;
    const body = { actorType: "human" as const };
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
    ready,
    /** Announces that another question is shown; returns a function that ends it. */
    show: () => {
      const timer = setTimeout(() => ready.value = true, MIN_SHOWN_MILLISECONDS);
      return () => {
        clearTimeout(timer);
        ready.value = false;
      };
    },
  };
}
/** The questions of the strip. */
export type QuestionStore = ReturnType<typeof createQuestionStore>;
