import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A tab. Its key is in the address. */
type Tab = { key: string; label: string; count?: number };

/** Tabs with arrow key navigation. The caller renders the panel in a `TabPanel`. */
export function Tabs({ name, tabs, selected, onSelect }: {
  /** The name of the set of tabs, for screen readers. It must be unique on the page. */
  name: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    if (tab) showWithin(list.current!, tab);
  }, [selected]);
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === selected);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length]!;
    onSelect(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={name} ref={list} onKeyDown={go}>
      {tabs.map(({ key, label, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          class="tab"
          id={tabId(name, key)}
          data-key={key}
          aria-selected={key === selected ? "true" : "false"}
          aria-controls={key === selected ? panelId(name, key) : undefined}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
        >
          {label}
          {count !== undefined && <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}

/** The panel of the selected tab. */
export function TabPanel(
  { name, tab, children }: { name: string; tab: string; children: ComponentChildren },
) {
  return (
    <div role="tabpanel" id={panelId(name, tab)} aria-labelledby={tabId(name, tab)} class="stack">
      {children}
    </div>
  );
}

/** Scrolls the list sideways until the tab is visible. Unlike `scrollIntoView`, does not scroll the page. */
function showWithin(list: Element, tab: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}

const slug = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, "-");
const tabId = (name: string, key: string): string => `tab-${slug(name)}-${key}`;
const panelId = (name: string, key: string): string => `panel-${slug(name)}-${key}`;
