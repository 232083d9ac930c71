import { bundleOf } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import { forecastWords } from "../../../client/forecast_words.ts";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useLive, usePageStore } from "../../shell/mod.ts";
import type { Review } from "../model/types.ts";
import { createForecastStore } from "./store.ts";

/** Says which other open results a change conflicts with, and what to apply first, while it waits for its decision. */
export function ForecastBanner({ review }: { review: Review }) {
  const { approval, target } = review;
  const isOpen = approval.status === "pending" && bundleOf(approval) && !otherSubject(approval);
  return isOpen && target ? <OpenForecast id={approval.id} root={target.root} /> : null;
}

function OpenForecast({ id, root }: { id: string; root: string }) {
  const store = usePageStore(createForecastStore, id);
  useLive(({ type }) => type.startsWith("approval."), () => void store.show([root]), id);
  const [forecast] = store.forecasts.value;
  const { notes, advice } = forecast ? forecastWords(forecast, id) : { notes: [], advice: null };
  if (notes.length === 0) return null;
  return (
    <section class={`banner banner-${advice ? "warning" : "info"}`} role="status" aria-label="Other results">
      {advice && (
        <h2>
          <ShownText text={advice} />
        </h2>
      )}
      <ul>
        {notes.map(({ id, before, title, after }) => (
          <li key={id}>
            {before}
            <Link to={id}>
              <ShownText text={title} />
            </Link>
            <ShownText text={after} />
          </li>
        ))}
      </ul>
    </section>
  );
}
