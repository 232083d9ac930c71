import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** An item of a menu. */
export type MenuItem = {
  label: ComponentChildren;
  onSelect: () => void;
  disabled?: boolean;
  /** For an item that is one of several choices: whether it is the chosen one. */
  checked?: boolean;
};

/** A button that opens a menu. The arrow keys move in it, Escape closes it. */
export function Menu({ label, items, trigger, up }: {
  label: string;
  items: readonly MenuItem[];
  trigger: ComponentChildren;
  /** Opens above its button, for one at the bottom of the page. */
  up?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    entries(root.current)[0]?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("focusin", outside);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("focusin", outside);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const list = entries(root.current);
    const at = list.findIndex((entry) => entry === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (to !== undefined) list[(to + list.length) % list.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={up ? "menu menu-up" : "menu"} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="button button-quiet"
        aria-haspopup="menu"
        aria-expanded={open ? "true" : "false"}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div class="menu-list" role="menu" aria-label={label}>
          {items.map((item, i) => (
            <button
              key={i}
              type="button"
              class="menu-item"
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.checked === undefined ? undefined : item.checked ? "true" : "false"}
              disabled={item.disabled ?? false}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.checked !== undefined && <span aria-hidden="true">{item.checked ? "●" : "○"}</span>}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const entries = (root: HTMLElement | null): HTMLElement[] =>
  root ? [...root.querySelectorAll<HTMLElement>(".menu-item:enabled")] : [];
