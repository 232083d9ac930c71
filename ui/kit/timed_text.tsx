import { ShownText } from "./shown_text.tsx";
import { Time } from "./time.tsx";

/** A moment as sentences of the service name it. */
const MOMENT = /(?:\bat )?(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** A sentence in which each moment is said as how soon it is. */
export function TimedText({ text }: { text: string }) {
  return (
    <>
      {text.split(MOMENT).map((part, i) =>
        i % 2 === 0 ? <ShownText key={i} text={part} /> : <Time key={i} at={part} />
      )}
    </>
  );
}
