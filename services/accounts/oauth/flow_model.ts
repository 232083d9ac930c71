import type { OauthFlowDocument } from "../../../store/oauth/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { OauthAppConfig } from "./schemas.ts";

/** Returns true for an authorization that may still finish. */
export const isOpen = ({ now }: Pick<Core, "now">, flow: OauthFlowDocument): boolean =>
  flow.status === "pending" && flow.expiresAt > now().toISOString();

/** Returns an authorization as the API shows it. */
export function showFlow(ctx: Pick<Core, "now">, flow: OauthFlowDocument): OauthAppConfig["flows"][number] {
  const { id, detail, accountId, expiresAt } = flow;
  return { id, flow: flow.flow, status: statusOf(ctx, flow), detail, accountId, expiresAt };
}

function statusOf(ctx: Pick<Core, "now">, flow: OauthFlowDocument) {
  if (flow.status === "completed") return "completed" as const;
  if (flow.status === "failed") {
    return flow.outcome === "denied" || flow.outcome === "expired" ? flow.outcome : "failed" as const;
  }
  if (flow.status === "pending") return isOpen(ctx, flow) ? "pending" as const : "expired" as const;
  // One that was used and has no result after a minute was interrupted: its code is used up.
  return ctx.now().getTime() - Date.parse(flow.updatedAt) > 60_000 ? "failed" as const : "pending" as const;
}
