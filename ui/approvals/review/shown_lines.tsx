import { Fragment } from "preact";
import { ShownText } from "./shown_text.tsx";

/** Text of several lines, with everything visible that it would hide; for a place that keeps its line breaks. */
export const ShownLines = ({ text }: { text: string }) => (
  <>
    {text.split(/\r?\n/).map((line, i) => (
      <Fragment key={i}>
        {i > 0 && "\n"}
        <ShownText text={line} />
      </Fragment>
    ))}
  </>
);
