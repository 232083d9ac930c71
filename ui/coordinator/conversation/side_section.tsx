import type { ComponentChildren } from "preact";

/** One list at the side, folded or not; without anything in it, it is not there. */
export function SideSection({ title, count, open, children }: {
  title: string;
  count: number;
  open?: boolean;
  children: ComponentChildren;
}) {
  if (count === 0) return null;
  return (
    <details class="panel talk-section" open={open ?? false}>
      <summary>
        <h2>{title}</h2>
        <span class="count">{count}</span>
      </summary>
      <div class="talk-section-body">{children}</div>
    </details>
  );
}
