import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Block } from "./blocks.ts";

/** Reports whether a block has a conflict above the severity `info`. */
export const hasConflict = ({ conflicts }: Block): boolean =>
  conflicts.some(({ severity }) => severity !== "info");

/** Returns the words of a block besides its title and time. */
function marksOf(block: Block): string[] {
  const { kind, status, stale, conflicts } = block;
  const serious = conflicts.filter(({ severity }) => severity !== "info").length;
  return [
    ...(kind === "event" || kind === "due" ? [] : [kind]),
    ...(["tentative", "cancelled"].includes(status) ? [status] : []),
    ...(stale ? ["stale"] : []),
    ...(serious > 0 ? [serious === 1 ? "conflict" : `${serious} conflicts`] : []),
    ...(serious === 0 ? [...new Set(conflicts.map(({ kind }) => kind.replaceAll("_", " ")))] : []),
  ];
}

/** A block as a button, or as a link to the page of a run, an approval or an automation. */
export function BlockView({ block, time, style, isMovable = false, onOpen }: {
  block: Block;
  time: string;
  /** Whether a pointer can drag it. */
  isMovable?: boolean;
  style?: Record<string, string>;
  onOpen: (block: Block) => void;
}) {
  const classes = ["cal-block", `cal-${block.kind}`];
  if (block.status === "cancelled") classes.push("cal-cancelled");
  if (block.status === "tentative") classes.push("cal-tentative");
  if (block.stale) classes.push("cal-stale");
  if (hasConflict(block)) classes.push("cal-conflict");
  const content = (
    <>
      <span class="cal-time numbers">{time}</span>
      <ShownText as="span" class="cal-title" text={block.title} />
      {marksOf(block).map((mark) => <span key={mark} class="cal-mark">{mark}</span>)}
    </>
  );
  const name = classes.join(" ");
  if (block.leadsTo === null) {
    return (
      <button
        type="button"
        class={name}
        style={style}
        title={block.title}
        data-movable={isMovable ? block.key : undefined}
        onClick={() => onOpen(block)}
      >
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
