import type { SentencesFor } from "../domain.ts";
import { modelSentences } from "../model_use/sentences.ts";
import { counted } from "../words.ts";
import type { budgetStream } from "./budget_stream.ts";
import type { providerEvents } from "./provider_events.ts";
import type { routingPolicyStream } from "./routing_policy_stream.ts";

type Events =
  & typeof providerEvents
  & (typeof budgetStream)["events"]
  & (typeof routingPolicyStream)["events"];

/** What happens to providers, budgets and routing policies. */
export const modelsSentences: SentencesFor<Events> = {
  "provider.detected": ({ data }) => `A provider was found on this machine at ${data.baseUrl}.`,
  "provider.health_checked": ({ data }) =>
    data.ok ? "The provider answered a check." : `A check of the provider failed: ${data.detail}`,
  "provider.health_changed": ({ data }) => `${data.label} is now ${data.to}: ${data.detail}`,
  "provider.catalog_changed": ({ data }) => `The catalog lists ${counted(data.models.length, "model")}.`,
  "provider.connected": ({ data }) => `The provider was ${data.change} in providers.json.`,
  "provider.login_refused": ({ data }) => `${data.label} refused to work without a login: ${data.detail}`,
  "provider.login_cleared": ({ data }) =>
    data.by === "check" ? `The login of ${data.label} is tried again.` : `${data.label} is logged in.`,
  "provider.removed": () => "The provider was removed from providers.json.",
  ...modelSentences,
  "budget.warned": ({ data }) => data.detail,
  "budget.exceeded": ({ data }) => data.detail,
  "budget.spend_kept": () => "A run was deleted. Its cost stays in the totals.",
  "routing_policy.created": ({ data }) => `The routing policy "${data.name}" was created.`,
  "routing_policy.updated": ({ data }) => `The routing policy "${data.name}" was updated.`,
};
