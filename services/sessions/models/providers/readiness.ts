import { type ProviderDocument, providerStream } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { keyStateOf } from "./credentials.ts";
import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import { loginFault } from "./login.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Whether something can take work now; if not, why, and what to do. */
export type Readiness = { ready: true } | {
  ready: false;
  reason: string;
  fix: string;
  /** All that an agent's program lacks is a provider for its models. */
  lacksServer?: true;
};

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/**
 * Returns whether a provider can be used now, without contacting it: one that was never checked counts as ready, one that was
 * recently down does not. The sentences name no secret, so agents may read them.
 */
export function readinessOf(service: Reads, provider: ProviderDefinition): Readiness {
  if (provider.kind.health === null) return { ready: true };
  const known = service.store.documents.get(providerStream, provider.id);
  const login = loginFault(known);
  if (login !== null) return { ready: false, ...login };
  const fault = keyFault(service, provider, known);
  if (fault !== null) {
    return {
      ready: false,
      reason: fault === "rejected" ? "It refused its key." : "Its key is missing.",
      fix: `The operator can see what to do with: agent-harness providers health.`,
    };
  }
  if (known?.status !== "down" || isStale(service, known)) return { ready: true };
  return {
    ready: false,
    reason: known.detail ?? "It is down.",
    fix: `Fix that, then run agent-harness providers check ${provider.id}.`,
  };
}

/** Returns what is wrong with a provider's key or an agent's login; null if nothing is, or it needs none. */
export function keyFault(
  service: Reads,
  provider: ProviderDefinition,
  known: ProviderDocument | null = service.store.documents.get(providerStream, provider.id),
): "missing" | "rejected" | null {
  if (loginFault(known) !== null) return "rejected";
  const { status } = keyStateOf(service, provider, known);
  if (status === "missing") return status;
  return status === "rejected" && known !== null && !isStale(service, known) ? status : null;
}

/** A check counts until two newer ones are due. */
function isStale({ providers, now }: Reads, { checkedAt }: ProviderDocument): boolean {
  const age = now().getTime() - Date.parse(checkedAt ?? "");
  return !(age <= 2 * 1000 * providers.settings().checks.intervalSeconds);
}

/** Returns the status of a provider that was never checked. */
export const statusUnchecked = ({ kind }: ProviderDefinition): ProviderDocument["status"] =>
  kind.health === null ? "up" : "unknown";
