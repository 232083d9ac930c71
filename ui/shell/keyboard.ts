import { type ReadonlySignal, signal } from "@preact/signals";

/** A keyboard shortcut. `keys` is one key ("j", "Enter", "?"), two in a row ("g r"), or one with Ctrl or Cmd ("mod+k"). */
export type Shortcut = {
  keys: string;
  does: string;
  run: () => void;
  /** The group in the help. */
  group: string;
  /** Not listed in the help, because it is an alternative to a listed one. */
  hidden?: boolean;
};

/** The shortcuts of the current page. The last added takes precedence. */
export type Shortcuts = {
  readonly shortcuts: ReadonlySignal<readonly Shortcut[]>;
  /** Adds shortcuts. Returns a function that removes them. */
  add: (shortcuts: readonly Shortcut[]) => () => void;
  start: () => () => void;
};

/** The time within which the second key of a chord must follow. */
const CHORD_MILLISECONDS = 1200;

/** Keys that a focused control handles itself. */
const OF_CONTROLS: ReadonlySet<string> = new Set(["Enter", " ", "ArrowUp", "ArrowDown"]);

/** Listens for all keys. Single keys do not apply in fields, and in a modal dialog only its own keys do. */
export function createKeyboard(): Shortcuts {
  const shortcuts = signal<readonly Shortcut[]>([]);
  let first = "";
  let firstAt = 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const pressed = nameOf(event);
    if (pressed === null) return;
    const [target = null] = event.composedPath(); // within a shadow root the event's own target is only its host
    const withModifier = pressed.startsWith("mod+");
    if (!withModifier && (isTyping(target) || modalIsOpen())) return;
    if (OF_CONTROLS.has(pressed) && isControl(target)) return;
    const chord = first && event.timeStamp - firstAt < CHORD_MILLISECONDS ? `${first} ${pressed}` : null;
    first = "";
    const found = (keys: string | null) => shortcuts.value.findLast((shortcut) => shortcut.keys === keys);
    const shortcut = found(chord) ?? found(pressed);
    if (shortcut) {
      event.preventDefault();
      shortcut.run();
    } else if (shortcuts.value.some(({ keys }) => keys.startsWith(`${pressed} `))) {
      first = pressed;
      firstAt = event.timeStamp;
    }
  };

  return {
    shortcuts,
    add: (added) => {
      shortcuts.value = [...shortcuts.peek(), ...added];
      return () => void (shortcuts.value = shortcuts.peek().filter((one) => !added.includes(one)));
    },
    start: () => {
      addEventListener("keydown", onKeyDown);
      return () => removeEventListener("keydown", onKeyDown);
    },
  };
}

function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string | null {
  if (["Shift", "Control", "Meta", "Alt"].includes(key)) return null;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("a, button, summary, input, [role=tab], [role=menuitem]") !== null;

const modalIsOpen = (): boolean => document.querySelector("dialog[open]") !== null;
