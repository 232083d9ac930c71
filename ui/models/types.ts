import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** What is known of a model. */
export type CatalogEntry = Result<Api["GET /model-catalog"]>[number];
/** How a provider is. */
export type ProviderHealth = Result<Api["GET /providers/health"]>[string];
/** Something that can be connected. */
export type Found = Result<Api["POST /providers/find"]>["found"][number];
/** One look at a provider. */
export type HealthCheck = Result<Api["GET /providers/:provider/health-history"]>[number];
/** Which models a person wants for which work. */
export type Policy = Result<Api["GET /model-routing/policies"]>[number];
/** Which model a run would get, and why. */
export type Route = Result<Api["POST /model-routing/preview"]>;
/** What was spent today, and what may be. */
export type Spend = Result<Api["GET /control-plane/status"]>["spend"];
/** What is asked of the router. */
export type RouteQuestion = NonNullable<
  Call<"POST /model-routing/preview", Api["POST /model-routing/preview"]>["body"]
>;

/** How far from this machine something may go, the nearest first. */
export const PRIVACIES = ["local", "private-network", "third-party"] as const;

/** An amount of US dollars, small ones to the hundredth of a cent. */
export const dollars = (amount: number): string =>
  `$${amount.toFixed(amount !== 0 && Math.abs(amount) < 1 ? 4 : 2)}`;
