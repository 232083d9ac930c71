import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { exactTime } from "../../../kit/text/time.tsx";
import { useQuery } from "../../../shell/mod.ts";
import type { MomentStore } from "../state/moment.ts";
import { focusSlider } from "./slider.tsx";

/** Says that the run is shown as it was, after which event, and leads back to now. */
export function MomentBanner({ moment }: { moment: MomentStore }) {
  const [, change] = useQuery();
  const problem = moment.run.problem.value;
  const event = moment.run.value.value?.traces.items.at(-1);
  const toNow = () => {
    moment.show(null);
    change({ tab: "timeline", at: null });
    focusSlider();
  };
  return (
    <>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <section class="banner banner-warning moment-banner" aria-label="The moment that is shown">
        <p class="grow moment-words" title={event?.summary}>
          {event
            ? (
              <>
                <strong>As it was on {exactTime(event.at)}</strong>
                {", after “"}
                <ShownText text={event.summary} />
                {"”"}
              </>
            )
            : <strong>{problem ? "This moment cannot be shown." : "An earlier moment"}</strong>}
        </p>
        <Button small kind="primary" onPress={toNow}>Now</Button>
      </section>
    </>
  );
}
