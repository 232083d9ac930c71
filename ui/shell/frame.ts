import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { createClient, Transport } from "../../client/client.ts";
import type { Finder } from "./finder.ts";
import type { Shortcut, Shortcuts } from "./keyboard.ts";
import type { LastAddresses } from "./last_addresses.ts";
import type { Live, LiveEvent } from "./live.ts";
import type { Overview } from "./overview.ts";
import type { Page } from "./page.ts";
import type { Places } from "./places.ts";
import type { Preferences } from "./preferences.ts";
import type { Session } from "./session.ts";
import type { BrowserStorage } from "./storage.ts";
import type { Toasts } from "./toasts.ts";

/** The services that the frame provides to every page. */
export type Frame = {
  /** The typed client: `call("POST /runs/:id/pause", { params: { id } })`. Throws `ApiError` with the service's sentence. */
  call: ReturnType<typeof createClient>;
  /** A raw request with the token, for content that is not JSON. */
  send: Transport;
  session: Session;
  /** What pages keep in this browser. */
  storage: BrowserStorage;
  live: Live;
  /** Every page of the dashboard, in the order of the navigation. */
  pages: readonly Page[];
  finders: readonly Finder[];
  places: Places;
  /** The last address of each page, for links back to it. */
  lastAddresses: LastAddresses;
  toasts: Toasts;
  keyboard: Shortcuts;
  preferences: Preferences;
  /** The counts of pending and running work, kept up to date for all pages. */
  overview: Overview;
  /** The time now, in milliseconds. */
  clock: ReadonlySignal<number>;
  /** Opens a page; `replace` adds no history entry (for filters). */
  navigate: (path: string, options?: { replace?: boolean }) => void;
};

/** The context that provides the frame to pages. */
export const FrameContext = createContext<Frame | null>(null);

/** Returns the frame around this page. */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("a page needs the frame around it");
  return frame;
}

/** Returns a page's own store, created once for each `key` (such as an id in the address). */
export const usePageStore = <Store>(make: (frame: Frame) => Store, key: string = ""): Store => {
  const frame = useFrame();
  return useMemo(() => make(frame), [frame, key]);
};

/**
 * Calls `read` at once, when an event matches, and when the connection is back after an interruption, while the component is
 * shown; starts again for each `key`.
 */
export function useLive(matches: (event: LiveEvent) => boolean, read: () => void, key: string = ""): void {
  const { live } = useFrame();
  useEffect(() => {
    read();
    return live.watch(matches, read);
  }, [live, key]);
}

/**
 * Adds shortcuts while the component is shown, from its first layout on. `run` may be a new function in each render.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], key: string = ""): void {
  const { keyboard } = useFrame();
  const held = useMemo(() => ({ now: shortcuts }), []);
  held.now = shortcuts;
  useLayoutEffect(
    () => keyboard.add(shortcuts.map((one, i) => ({ ...one, run: () => held.now[i]?.run() }))),
    [keyboard, key, shortcuts.length],
  );
}
