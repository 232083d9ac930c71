const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment in the reader's own time and manner; the exact one on hover. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>{SHORT.format(new Date(at))}</time>
);
