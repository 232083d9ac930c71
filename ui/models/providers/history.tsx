import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Time } from "../../kit/text/time.tsx";
import { duration } from "../../../client/words.ts";
import type { HealthCheck } from "../common/types.ts";

/** The checks of a provider, the newest first. */
export function History({ provider, checks }: { provider: string; checks: readonly HealthCheck[] }) {
  if (checks.length === 0) return <p class="hint">Not checked yet.</p>;
  return (
    <ol class="plain-list checks" aria-label={`Checks of ${provider}`}>
      {checks.map((check) => (
        <li key={check.id} class="row">
          <Badge tone={check.ok ? "good" : "bad"} dot>
            {check.ok ? "answered" : check.fault ?? "failed"}
          </Badge>
          <ShownText as="span" class="grow wrap-anywhere" text={check.detail} />
          <span class="hint">
            {duration(check.durationMilliseconds)} · {check.trigger} · <Time at={check.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
