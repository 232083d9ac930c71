import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { createClient, Transport } from "../../client/client.ts";
import type { Keyboard, Shortcut } from "./keyboard.ts";
import type { LastAddresses } from "./last_addresses.ts";
import type { Live, LiveEvent } from "./live.ts";
import type { Overview } from "./overview.ts";
import type { Page } from "./page.ts";
import type { Places } from "./places.ts";
import type { Preferences } from "./preferences.ts";
import type { Session } from "./session.ts";
import type { Toasts } from "./toasts.ts";

/** What the frame provides to every page. */
export type Frame = {
  /** The typed client: `call("POST /runs/:id/pause", { params: { id } })`. Throws `ApiError` with the service's sentence. */
  call: ReturnType<typeof createClient>;
  /** A raw request with the token, for content that is not JSON. */
  send: Transport;
  session: Session;
  live: Live;
  /** Every page of the dashboard, in the order of the navigation. */
  pages: readonly Page[];
  places: Places;
  /** What each page last showed, for the ways back to it. */
  lastAddresses: LastAddresses;
  toasts: Toasts;
  keyboard: Keyboard;
  preferences: Preferences;
  /** What needs somebody and what is going on, kept up to date for all pages. */
  overview: Overview;
  /** The time now, in milliseconds. */
  clock: ReadonlySignal<number>;
  /** Goes to a page; `replace` leaves no step to go back to (for filters). */
  navigate: (path: string, options?: { replace?: boolean }) => void;
};

/** Where pages find the frame. */
export const FrameContext = createContext<Frame | null>(null);

/** The frame around this page. */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("a page needs the frame around it");
  return frame;
}

/** A page's own store, made once for each `key` (an id of the address, for example). */
export const usePageStore = <Store>(make: (frame: Frame) => Store, key: string = ""): Store => {
  const frame = useFrame();
  return useMemo(() => make(frame), [frame, key]);
};

/**
 * Calls `read` at once, when an event matches, and after an interruption that may have missed events, while the component
 * is shown; starts again for each `key`.
 */
export function useLive(matches: (event: LiveEvent) => boolean, read: () => void, key: string = ""): void {
  const { live } = useFrame();
  useEffect(() => {
    read();
    return live.watch(matches, read);
  }, [live, key]);
}

/**
 * Keys that work as soon as the component is shown, not only after the next frame, and as long as it is. `run` may be a new
 * function in each rendering.
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
