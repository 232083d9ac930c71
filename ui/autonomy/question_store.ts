import { computed, signal } from "@preact/signals";
import { createResource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import type { Scope } from "../../client/question_scopes.ts";
import type { Question } from "./types.ts";

/** The delay before a new question accepts keys, because a key press may be meant for the previous one. */
const MIN_SHOWN_MILLISECONDS = 700;

/** Returns the store of the open questions of workers, with the actions that answer the shown one. */
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
    /** Starts the delay of a newly shown question. Returns a function that resets it. */
    show: () => {
      const timer = setTimeout(() => ready.value = true, MIN_SHOWN_MILLISECONDS);
      return () => {
        clearTimeout(timer);
        ready.value = false;
      };
    },
  };
}
/** The store of the question strip. */
export type QuestionStore = ReturnType<typeof createQuestionStore>;
