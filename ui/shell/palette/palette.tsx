import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useFrame } from "../frame.ts";
import { keyCaps } from "../shortcuts_help.tsx";
import { createFound } from "./found.ts";
import { entriesOf, type NamedGroup, type PaletteEntry, type RunLine, score } from "./entries.ts";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";

const MAX_SHOWN = 40;
const RUNS = 20;

/** The command palette: finds pages, pending items, actions, and all texts of the service. It works by keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const frame = useFrame();
  const typed = useSignal("");
  const at = useSignal(0);
  const runs = useSignal<readonly RunLine[]>([]);
  const named = useSignal<readonly NamedGroup[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  // Focused at once: what is typed after Ctrl-K is meant for the field.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    frame.call("GET /history", { query: { limit: RUNS } }).then((read) => runs.value = read, () => {});
    for (const finder of frame.finders) {
      if (!("all" in finder)) continue;
      const { group } = finder;
      finder.all(frame).then((things) => named.value = [...named.peek(), { group, things }], () => {});
    }
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const entries = useMemo(() => entriesOf(frame, runs.value, named.value), [runs.value, named.value]);
  const found = useMemo(() => createFound(frame), []);
  const shown = withFound(matching(entries, typed.value), found.entries.value);
  const selected = Math.min(at.value, shown.length - 1);
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In some input methods, these keys choose and confirm a character.
    if (event.isComposing) return;
    const to = { ArrowDown: selected + 1, ArrowUp: selected - 1 }[event.key];
    if (to !== undefined) at.value = (to + shown.length) % Math.max(1, shown.length);
    else if (event.key === "Enter") choose(shown[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="Search, or say what to do …"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[selected] ? `palette-${selected}` : undefined}
        placeholder="Search, or say what to do …"
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          found.search(event.currentTarget.value);
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="palette-list" id="palette-list" role="listbox" aria-label="Found">
        {shown.map((entry, i) => (
          <PaletteLine
            key={entry.id}
            entry={entry}
            id={`palette-${i}`}
            selected={i === selected}
            heading={shown[i - 1]?.group !== entry.group}
            onChoose={() => choose(entry)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p class="palette-none" role="status">No matches.</p>}
    </dialog>
  );
}

/** Returns the matching entries by group, the best first; without search words, the groups keep their order. */
function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const isTyped = typed.trim() !== "";
  const fitting = entries.filter(({ onlyTyped }) => isTyped || !onlyTyped).flatMap((entry) => {
    const fit = score(entry, typed);
    return fit === null ? [] : [{ entry, fit }];
  });
  const groups = [...Map.groupBy(fitting, ({ entry }) => entry.group).values()];
  const best = (group: typeof fitting) => Math.max(...group.map(({ fit }) => fit));
  if (isTyped) groups.sort((a, b) => best(b) - best(a));
  return groups.flatMap((group) => group.toSorted((a, b) => b.fit - a.fit)).map(({ entry }) => entry)
    .slice(0, MAX_SHOWN);
}

/** Returns the known entries and the search results, without the runs that are in both. */
function withFound(known: readonly PaletteEntry[], found: readonly PaletteEntry[]): PaletteEntry[] {
  const labels = new Set(found.map(({ label }) => label));
  return [
    ...known.filter(({ group, label, detail }) =>
      group !== "Runs" || !labels.has(`${detail.split(" ")[0]} ${label}`)
    ),
    ...found,
  ];
}

function PaletteLine({ entry, id, selected, heading, onChoose }: {
  entry: PaletteEntry;
  id: string;
  selected: boolean;
  heading: boolean;
  onChoose: () => void;
}) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <>
      {heading && <li class="palette-group" role="presentation">{entry.group}</li>}
      <li
        ref={line}
        id={id}
        class="palette-line"
        role="option"
        aria-selected={selected ? "true" : "false"}
        onClick={onChoose}
      >
        <ShownText as="span" class="one-line" text={entry.label} />
        <ShownLines as="span" class="palette-detail one-line" text={entry.detail} />
        {entry.snippet && <ShownLines as="span" class="palette-snippet one-line" text={entry.snippet} />}
        {entry.keys && (
          <span class="palette-keys">{keyCaps(entry.keys).map((cap) => <kbd key={cap}>{cap}</kbd>)}</span>
        )}
      </li>
    </>
  );
}
