import type { Call, Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** A model with its properties. */
export type CatalogEntry = Result<Api["GET /model-catalog"]>[number];
/** The health of a provider. */
export type ProviderHealth = Result<Api["GET /providers/health"]>[string];
/** A model server, service or agent that can be connected. */
export type FoundProvider = Result<Api["POST /providers/find"]>["found"][number];
/** A health check of a provider. */
export type HealthCheck = Result<Api["GET /providers/:provider/health-history"]>[number];
/** A routing policy: the preferred models for a kind of work. */
export type RoutingPolicy = Result<Api["GET /model-routing/policies"]>[number];
/** The model that a run would use, with the reasons. */
export type RoutePreview = Result<Api["POST /model-routing/preview"]>;
/** The costs of today, and the budgets. */
export type SpendStatus = Result<Api["GET /control-plane/status"]>["spend"];
/** The request for a preview of a route. */
export type RouteRequest = NonNullable<
  Call<"POST /model-routing/preview", Api["POST /model-routing/preview"]>["body"]
>;

/** Returns an amount in US dollars as text, with four decimals for small ones. */
export const dollars = (amount: number): string =>
  `$${amount.toFixed(amount !== 0 && Math.abs(amount) < 1 ? 4 : 2)}`;
