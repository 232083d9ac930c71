import { PRIVACIES, type RouteQuestion } from "../types.ts";

/** A question as it is typed in; an empty word is one that was not given. */
export type QuestionDraft = Record<
  "request" | "role" | "taskClass" | "provider" | "privacy" | "maxCostUsd",
  string
>;

/** What is sent for a draft. */
export function questionOf(draft: QuestionDraft): RouteQuestion {
  const { request, role, taskClass } = draft;
  const limits = limitsOf(draft);
  const [provider = "", ...model] = draft.provider.trim().split("/");
  return {
    ...(request.trim() && { request }),
    ...(role.trim() && { role: role.trim() }),
    ...(taskClass.trim() && { taskClass: taskClass.trim() }),
    ...(provider && { worker: { provider, ...(model.length > 0 && { model: model.join("/") }) } }),
    ...(limits && { limits }),
  };
}

/** The limits that were typed in; null without any. */
export function limitsOf(draft: { privacy: string; maxCostUsd: string }): RouteQuestion["limits"] | null {
  const privacy = PRIVACIES.find((each) => each === draft.privacy);
  if (!privacy && draft.maxCostUsd === "") return null;
  return {
    ...(privacy && { privacy }),
    ...(draft.maxCostUsd !== "" && { maxCostUsd: Number(draft.maxCostUsd) }),
  };
}
