import { Dialog } from "../kit/dialog.tsx";
import { useFrame } from "./frame.ts";
import type { Shortcut } from "./keyboard.ts";

/** The help with the shortcuts of the current page. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { keyboard } = useFrame();
  const listed = keyboard.shortcuts.value.filter(({ hidden }) => !hidden);
  const groups = Map.groupBy(listed, ({ group }) => group);
  return (
    <Dialog title="Keyboard" wide onClose={onClose}>
      <div class="shortcut-groups">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="shortcut-list">
              {shortcuts.map((shortcut) => <ShortcutLine key={shortcut.keys} shortcut={shortcut} />)}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function ShortcutLine({ shortcut: { keys, does } }: { shortcut: Shortcut }) {
  return (
    <div class="shortcut-line">
      <dt>{keyCaps(keys).map((cap) => <kbd key={cap}>{cap}</kbd>)}</dt>
      <dd>{does}</dd>
    </div>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns keys as they are labelled on a keyboard. */
export const keyCaps = (keys: string): string[] =>
  keys.startsWith("mod+")
    ? [isApple ? "⌘" : "Ctrl", keys.slice(4).toUpperCase()]
    : keys.split(" ").map((key) => key === "Escape" ? "Esc" : key);
