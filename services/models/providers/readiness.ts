import { type ProviderDocument, providerStream } from "../../../store/models/provider_stream.ts";
import type { Core } from "../../kernel/context.ts";
import { credentialsOf } from "./credentials.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { ModelsLive } from "../live.ts";

/** Whether something can take work now; when it can't, why, and what a person does about it. */
export type Readiness = { ready: true } | { ready: false; reason: string; fix: string };

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/**
 * Whether a provider can be used now, as far as is known without asking it: one that was never checked counts as ready, one
 * that was down a moment ago does not. The sentences name no secret, so that an agent may read them.
 */
export function readinessOf(service: Reads, provider: ProviderDefinition): Readiness {
  if (provider.kind === "builtin") return { ready: true };
  const known = service.store.documents.get(providerStream, provider.id);
  const fault = keyFault(service, provider, known);
  if (fault !== null) {
    return {
      ready: false,
      reason: fault === "rejected" ? "It refused its key." : "Its key is missing.",
      fix: `The operator sees what to do with: agent-harness providers health.`,
    };
  }
  if (known?.status !== "down" || isStale(service, known)) return { ready: true };
  return {
    ready: false,
    reason: known.detail ?? "It is down.",
    fix: `Mend that, then: agent-harness providers check ${provider.id}.`,
  };
}

/** What is wrong with the key of a provider; null where nothing is, or where it needs none. */
export function keyFault(
  service: Reads,
  provider: ProviderDefinition,
  known: ProviderDocument | null = service.store.documents.get(providerStream, provider.id),
): "missing" | "rejected" | null {
  const { status } = credentialsOf(service, provider, known);
  if (status === "missing") return status;
  return status === "rejected" && known !== null && !isStale(service, known) ? status : null;
}

/** A check counts for as long as it takes until there ought to be two newer ones. */
function isStale({ providers, now }: Reads, { checkedAt }: ProviderDocument): boolean {
  const age = now().getTime() - Date.parse(checkedAt ?? "");
  return !(age <= 2 * 1000 * providers.settings().checks.intervalSeconds);
}
