import type { ComponentChild } from "preact";
import { bundleOf } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import { forecastWords } from "../../../client/forecast_words.ts";
import { Link } from "../../kit/link.tsx";
import { Code } from "../../kit/text/code.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useLive, usePageStore } from "../../shell/mod.ts";
import type { Review } from "../model/types.ts";
import { createForecastStore } from "./store.ts";

/**
 * Says which other open results hinder a change, what to apply first, and what was found of it on the current files; `rebase` takes
 * that over.
 */
export function ForecastBanner({ review, rebase }: { review: Review; rebase: ComponentChild }) {
  const { approval, target } = review;
  const isOpen = approval.status === "pending" && bundleOf(approval) && !otherSubject(approval);
  return isOpen && target ? <OpenForecast review={review} root={target.root} rebase={rebase} /> : null;
}

type OpenProps = { review: Review; root: string; rebase: ComponentChild };

function OpenForecast({ review, root, rebase }: OpenProps) {
  const { id } = review.approval;
  const forecasts = usePageStore(createForecastStore, id);
  useLive(({ type }) => /^(?:approval|combination)\./.test(type), () => void forecasts.show([root]), id);
  const [forecast] = forecasts.forecasts.value;
  if (!forecast) return null;
  const { notes, advice, current, verified } = forecastWords(forecast, id);
  if (notes.length + verified.length === 0 && !current) return null;
  const hasDrift = (review.drift?.total ?? 0) > 0;
  return (
    <section class={`banner banner-${advice ? "warning" : "info"}`} role="status" aria-label="Other results">
      <div>
        {advice && <ShownText as="h2" text={advice} />}
        {current && <ShownText as="p" text={current.words} />}
        {current && <Printed output={current.output} />}
        <ul>
          {notes.map(({ id, before, title, after, output }) => (
            <li key={id}>
              {before}
              <Link to={id}>
                <ShownText text={title} />
              </Link>
              <ShownText text={after} />
              <Printed output={output} />
            </li>
          ))}
          {verified.map((sentence) => <ShownText key={sentence} as="li" text={sentence} />)}
        </ul>
      </div>
      {current?.isReady && !hasDrift && rebase}
    </section>
  );
}

/** What a verifier printed last, folded. */
function Printed({ output }: { output: string }) {
  if (output === "") return null;
  return (
    <details>
      <summary>Output of the verifier</summary>
      <Code label="Output of the verifier" text={output} />
    </details>
  );
}
