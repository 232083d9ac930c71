import type { RouteRequest } from "../common/types.ts";
import { PRIVACIES } from "../../../store/shared/enumerations.ts";

/** The fields of a question; an empty one is not sent. */
type QuestionDraft = Record<
  "request" | "role" | "taskClass" | "provider" | "privacy" | "maxCostUsd",
  string
>;

/** Returns the request of a draft. */
export function questionOf(draft: QuestionDraft): RouteRequest {
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

/** Returns the limits of a draft; null if there are none. */
export function limitsOf(draft: { privacy: string; maxCostUsd: string }): RouteRequest["limits"] | null {
  const privacy = PRIVACIES.find((each) => each === draft.privacy);
  if (!privacy && draft.maxCostUsd === "") return null;
  return {
    ...(privacy && { privacy }),
    ...(draft.maxCostUsd !== "" && { maxCostUsd: Number(draft.maxCostUsd) }),
  };
}
