import { storeDomain } from "../domain.ts";
import { budgetStream } from "./budget_stream.ts";
import { modelCallsView } from "./calls_view.ts";
import { modelCatalogView } from "./catalog_view.ts";
import { providerChecksView } from "./health_view.ts";
import { budgetNotices, providerNotices } from "./notices.ts";
import { providerStream } from "./provider_stream.ts";
import { routingPolicyStream } from "./routing_policy_stream.ts";
import { modelsSentences } from "./sentences.ts";
import { spendView } from "./spend_view.ts";

/** What the store holds of providers, budgets and routing policies. */
export const models = storeDomain({
  streams: [budgetStream, providerStream, routingPolicyStream],
  views: [modelCallsView, modelCatalogView, providerChecksView, spendView],
  sentences: modelsSentences,
  notices: [budgetNotices, providerNotices],
});
