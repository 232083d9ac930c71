import { effect, type Signal, signal } from "@preact/signals";
import type { BrowserStorage } from "./storage.ts";

/** The preferences of this browser, which are stored. */
export type Preferences = {
  readonly theme: Signal<"system" | "light" | "dark">;
  readonly contrast: Signal<"system" | "more">;
  /** A preference of a page by name; `values` are the allowed values, the first is the default. */
  choice: <Value extends string>(name: string, values: readonly [Value, ...Value[]]) => Signal<Value>;
};

const PREFIX = "agent-harness.";

/** Returns the preferences of this browser, kept in its storage and applied as attributes of the document. */
export function createPreferences(storage: BrowserStorage, root: HTMLElement): Preferences {
  const kept = new Map<string, Signal<string>>();
  const choice: Preferences["choice"] = (name, values) => {
    const found = kept.get(name);
    if (found) return found as Signal<typeof values[0]>;
    const read = (stored: string | null) => values.find((value) => value === stored) ?? values[0];
    const made = signal(read(storage.getItem(PREFIX + name)));
    kept.set(name, made);
    // It was chosen in another tab.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === PREFIX + name) made.value = read(newValue);
    });
    made.subscribe((value) => storage.setItem(PREFIX + name, value));
    return made;
  };
  const theme = choice("theme", ["system", "light", "dark"]);
  const contrast = choice("contrast", ["system", "more"]);
  const system = matchMedia("(prefers-contrast: more)");
  const wanted = signal(system.matches);
  system.addEventListener("change", () => wanted.value = system.matches);
  effect(() => {
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    if (contrast.value === "more" || wanted.value) root.dataset.contrast = "more";
    else delete root.dataset.contrast;
  });
  return { theme, contrast, choice };
}
