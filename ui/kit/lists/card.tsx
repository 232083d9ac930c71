import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** An item of a `CardList`. A selected card is scrolled into view; `off` mutes one that is no longer in use. */
export function Card({ selected = false, off = false, children }: {
  selected?: boolean;
  off?: boolean;
  children: ComponentChildren;
}) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <li
      ref={card}
      class={["card", selected && "card-selected", off && "card-off"].filter(Boolean).join(" ")}
      aria-current={selected ? "true" : undefined}
    >
      {children}
    </li>
  );
}
