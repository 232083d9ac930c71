import { ShownText } from "../../kit/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { Time } from "../../kit/time.tsx";
import { duration } from "../../../client/words.ts";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";

/** How many checks are shown. */
const SHOWN = 30;

/** The checks of a provider, the newest first. */
export function History({ provider }: { provider: string }) {
  const history = usePageStore(
    ({ call }: Frame) =>
      createResource(() =>
        call("GET /providers/:provider/health-history", { params: { provider }, query: { limit: SHOWN } })
      ),
    provider,
  );
  useLive(({ subject }) => subject === `provider/${provider}`, () => void history.refresh(), provider);
  const checks = history.value.value;
  if (history.problem.value) return <p role="alert">{history.problem.value}</p>;
  if (!checks) return <Skeleton lines={2} />;
  if (checks.length === 0) return <p class="hint">Not checked yet.</p>;
  return (
    <ol class="plain-list checks" aria-label={`Checks of ${provider}`}>
      {checks.map((check) => (
        <li key={check.id} class="row">
          <Badge tone={check.ok ? "good" : "bad"} dot>
            {check.ok ? "answered" : check.fault ?? "failed"}
          </Badge>
          <span class="grow wrap-anywhere">
            <ShownText text={check.detail} />
          </span>
          <span class="hint">
            {duration(check.durationMilliseconds)} · {check.trigger} · <Time at={check.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
