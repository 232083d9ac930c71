import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/shown_text.tsx";
import type { Block } from "./blocks.ts";

/** What is said of a block besides its name and time. */
export const marksOf = ({ kind, status, stale, conflicts }: Block): string[] => [
  ...(kind === "event" || kind === "due" ? [] : [kind]),
  ...(["tentative", "cancelled"].includes(status) ? [status] : []),
  ...(stale ? ["stale"] : []),
  ...(conflicts.length > 0 ? [conflicts.length === 1 ? "conflict" : `${conflicts.length} conflicts`] : []),
];

/** A block as a button, or as a link to the page of a run, an approval or an automation. */
export function BlockView({ block, time, style, onOpen }: {
  block: Block;
  time: string;
  style?: Record<string, string>;
  onOpen: (block: Block) => void;
}) {
  const classes = ["cal-block", `cal-${block.kind}`];
  if (block.status === "cancelled") classes.push("cal-cancelled");
  if (block.status === "tentative") classes.push("cal-tentative");
  if (block.stale) classes.push("cal-stale");
  if (block.conflicts.length > 0) classes.push("cal-conflict");
  const content = (
    <>
      <span class="cal-time numbers">{time}</span>
      <span class="cal-title">
        <ShownText text={block.title} />
      </span>
      {marksOf(block).map((mark) => <span key={mark} class="cal-mark">{mark}</span>)}
    </>
  );
  const name = classes.join(" ");
  if (block.leadsTo === null) {
    return (
      <button type="button" class={name} style={style} title={block.title} onClick={() => onOpen(block)}>
        {content}
      </button>
    );
  }
  return (
    <div class={name} style={style}>
      <Link to={block.leadsTo} title={block.title} class="cal-link">{content}</Link>
    </div>
  );
}
