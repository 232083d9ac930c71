import { counted } from "../../../client/words.ts";
import { Time } from "../../kit/text/time.tsx";
import type { HealthCheck } from "../common/types.ts";

/**
 * The checks of a provider as a strip, the newest at its end: a full mark where it answered, half of one where it did not, so that
 * it is read without colour. The history below has the same as a list.
 */
export function HealthStrip({ provider, checks }: { provider: string; checks: readonly HealthCheck[] }) {
  const [newest] = checks;
  const oldest = checks.at(-1);
  if (!newest || !oldest) return null;
  const answered = checks.filter(({ ok }) => ok).length;
  const label = answered === checks.length
    ? `${provider} answered each of the newest checks: ${checks.length}.`
    : `${provider} answered ${answered} of the newest ${counted(checks.length, "check")}; the newest ${
      newest.ok ? "was answered" : "was not"
    }.`;
  return (
    <figure class="health">
      <div class="health-strip" role="img" aria-label={label}>
        {checks.toReversed().map(({ id, ok, at, fault }) => (
          <span
            key={id}
            class={ok ? "health-mark" : "health-mark health-mark-bad"}
            title={`${new Date(at).toLocaleString("en")}: ${ok ? "answered" : fault ?? "failed"}`}
          />
        ))}
      </div>
      <figcaption class="hint small health-caption">
        <Time at={oldest.at} />
        <span>
          {answered.toLocaleString("en")} of {counted(checks.length, "check")} answered
        </span>
        <Time at={newest.at} />
      </figcaption>
    </figure>
  );
}
