import type { Core } from "../../../../ground/kernel/context.ts";
import type { ModelCandidate } from "../../../../sessions/models/clients/mod.ts";
import type { ModelsLive } from "../../../../sessions/models/providers/settings/live.ts";
import { answersInText } from "../../../../sessions/models/providers/answers_in_text.ts";
import { providersOf } from "../../../../sessions/models/providers/find.ts";
import { modelsOf } from "../../../../sessions/models/providers/models.ts";
import { readinessOf } from "../../../../sessions/models/providers/readiness.ts";

const MAX_CANDIDATES = 3;

/** Returns the models that may be asked, one per provider: those on this machine first, and no others if only `local` is allowed. */
export function askableModels(ctx: Core & ModelsLive, allowed: "local" | "any"): ModelCandidate[] {
  const all = providersOf(ctx).filter((provider) =>
    provider.kind.client !== null && readinessOf(ctx, provider).ready
  )
    .flatMap((provider): ModelCandidate[] => {
      const fits = modelsOf(ctx, provider).filter(({ id, privacy = provider.privacy }) =>
        answersInText(id) && (allowed === "any" || privacy === "local")
      );
      // A local server can forward a model to a hosted one.
      const model = fits.find(({ privacy }) => privacy === undefined || privacy === "local") ?? fits[0];
      return model ? [{ provider, model }] : [];
    });
  const isLocal = ({ provider, model }: ModelCandidate) => (model.privacy ?? provider.privacy) === "local";
  return [...all.filter(isLocal), ...all.filter((each) => !isLocal(each))].slice(0, MAX_CANDIDATES);
}
