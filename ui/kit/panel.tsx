import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A section of a page with a heading. */
export function Panel({ title, count, actions, flush, children }: {
  title: string;
  count?: number | undefined;
  actions?: ComponentChildren;
  /** Removes the padding, for tables and lists. */
  flush?: boolean;
  children: ComponentChildren;
}) {
  const heading = useId();
  return (
    <section class="panel" aria-labelledby={heading}>
      <div class="panel-head">
        <h2 id={heading}>{title}</h2>
        {count !== undefined && <span class="count">{count}</span>}
        <span class="grow" />
        {actions}
      </div>
      {flush ? children : <div class="panel-body stack">{children}</div>}
    </section>
  );
}

/** A name and its value, in a `<dl class="facts">`. Renders nothing without a value. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === null || children === undefined || children === false || children === "") return null;
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
