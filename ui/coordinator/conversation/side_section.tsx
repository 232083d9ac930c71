import type { ComponentChildren } from "preact";

/** A foldable section of the side panel; renders nothing without content. */
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
