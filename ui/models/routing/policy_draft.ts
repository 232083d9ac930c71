import type { Call } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import type { RoutingPolicy } from "../common/types.ts";
import { limitsOf } from "./question.ts";

type Body = Call<"POST /model-routing/policies", Api["POST /model-routing/policies"]>["body"];

/** Returns the fields of a policy; an empty one is not set. */
export const policyDraft = (policy: RoutingPolicy | null) => ({
  name: policy?.name ?? "",
  prefer: policy?.prefer.map(({ provider, model }) => `${provider}/${model}`).join("\n") ?? "",
  role: policy?.match.role ?? "",
  taskClass: policy?.match.taskClass ?? "",
  workflowTemplateId: policy?.match.workflowTemplateId ?? "",
  priority: String(policy?.priority ?? 0),
  privacy: String(policy?.limits.privacy ?? ""),
  maxCostUsd: policy?.limits.maxCostUsd?.toString() ?? "",
  status: String(policy?.status ?? "active"),
});

/** Returns the request of a draft. A line without a slash is rejected with a sentence that quotes it. */
export function policyBody(draft: ReturnType<typeof policyDraft>, policy: RoutingPolicy | null): Body {
  const { role, taskClass, workflowTemplateId } = draft;
  return {
    ...(policy && { id: policy.id }),
    name: draft.name.trim(),
    status: draft.status === "inactive" ? "inactive" : "active",
    priority: Number(draft.priority),
    match: {
      ...(role.trim() && { role: role.trim() }),
      ...(taskClass.trim() && { taskClass: taskClass.trim() }),
      ...(workflowTemplateId.trim() && { workflowTemplateId: workflowTemplateId.trim() }),
    },
    prefer: draft.prefer.split("\n").map((line) => line.trim()).filter(Boolean).map(modelOf),
    limits: limitsOf(draft) ?? {},
  };
}

function modelOf(line: string): { provider: string; model: string } {
  const slash = line.indexOf("/");
  if (slash < 1 || slash === line.length - 1) {
    throw new Error(`"${line}" is not a model. Write it as provider/model, such as builtin/recipe.`);
  }
  return { provider: line.slice(0, slash), model: line.slice(slash + 1) };
}
