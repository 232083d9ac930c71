import type { Core } from "../../../ground/kernel/context.ts";
import type { ModelCandidate } from "./candidate.ts";
import { answersInText } from "../providers/answers_in_text.ts";
import { providersOf } from "../providers/find.ts";
import { modelsOf } from "../providers/models.ts";
import { readinessOf } from "../providers/readiness.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

const MAX_CANDIDATES = 3;

/**
 * Returns the models that may be asked, one per provider: those on this machine first, no others if only `local` is allowed, and
 * none but the worker's if one is named.
 */
export function modelsAllowed(
  ctx: Core & ModelsLive,
  allowed: "local" | "any",
  worker?: { provider: string; model?: string | undefined },
): ModelCandidate[] {
  const all = providersOf(ctx).filter((provider) =>
    provider.kind.client !== null && (worker?.provider ?? provider.id) === provider.id &&
    readinessOf(ctx, provider).ready
  )
    .flatMap((provider): ModelCandidate[] => {
      const fits = modelsOf(ctx, provider).filter(({ id, privacy = provider.privacy }) =>
        answersInText(id) && (worker?.model ?? id) === id && (allowed === "any" || privacy === "local")
      );
      // A local server can forward a model to a hosted one.
      const model = fits.find(({ privacy }) => privacy === undefined || privacy === "local") ?? fits[0];
      return model ? [{ provider, model }] : [];
    });
  const isLocal = ({ provider, model }: ModelCandidate) => (model.privacy ?? provider.privacy) === "local";
  return [...all.filter(isLocal), ...all.filter((each) => !isLocal(each))].slice(0, MAX_CANDIDATES);
}
