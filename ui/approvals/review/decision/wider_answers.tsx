import { answersTo } from "../../../autonomy/answers.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { Review } from "../../model/types.ts";
import type { ReviewStore } from "../store/store.ts";

/** The answers to a worker's question that apply more than once. */
export function WiderAnswers({ store, review }: { store: ReviewStore; review: Review }) {
  const { approval } = review;
  const wider = answersTo(approval).filter(({ answer }) => answer !== "once" && answer !== "reject");
  return (
    <>
      {wider.map(({ answer, label, does }) => (
        <button
          key={answer}
          type="button"
          class="button button-small"
          title={does}
          disabled={store.blockers.value.length > 0 || !store.quiet.ready.value}
          onClick={() => void store.approve(answer === "reject" ? "once" : answer)}
        >
          {answer === "pattern"
            ? (
              <>
                Like <ShownText as="code" text={approval.asks?.pattern ?? ""} />
              </>
            )
            : label}
        </button>
      ))}
    </>
  );
}
