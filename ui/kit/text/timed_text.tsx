import { ShownText } from "./shown_text.tsx";
import { Time } from "./time.tsx";

/** Matches a time in a sentence of the service. */
const MOMENT = /(?:\bat )?(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** A sentence in which each time is shown as a relative one. */
export function TimedText({ text }: { text: string }) {
  return (
    <>
      {text.split(MOMENT).map((part, i) =>
        i % 2 === 0 ? <ShownText key={i} text={part} /> : <Time key={i} at={part} />
      )}
    </>
  );
}
