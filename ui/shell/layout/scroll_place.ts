import { useLayoutEffect, useRef } from "preact/hooks";

const KEPT = "agent-harness.scrolled";

/** What a person does who scrolls. */
const SCROLLING = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** How long a page is kept at its place once it is long enough. */
const SETTLE_MILLISECONDS = 500;

/** The entry of the history that is shown; undefined in a browser that does not name them. */
function currentEntry(): string | undefined {
  const navigation: { currentEntry: { key: string } | null } | undefined = Reflect.get(
    globalThis,
    "navigation",
  );
  return navigation?.currentEntry?.key;
}

/**
 * Begins a new page at its top, and shows one to which a person comes back, or which is reloaded, where it was scrolled to. The
 * browser cannot: the content of a page is read after it is shown.
 */
export function useScrollPlace(path: string, url: string): void {
  const places = useRef(new Map<string, number>());
  const isBack = useRef(true); // a page that is loaded may be one that is reloaded
  const isScrolling = useRef(false);
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (currentEntry() === undefined) return;
    history.scrollRestoration = "manual";
    places.current = placesKept();
    const note = () => {
      const entry = currentEntry();
      if (entry !== undefined && !isScrolling.current) places.current.set(entry, scrollY);
    };
    const onBack = (event: Event) => void (isBack.current ||= event.isTrusted);
    const keep = () => keepPlaces(places.current);
    const listened = [["scroll", note], ["popstate", onBack], ["pagehide", keep]] as const;
    for (const [type, listener] of listened) addEventListener(type, listener);
    return () => listened.forEach(([type, listener]) => removeEventListener(type, listener));
  }, []);
  useLayoutEffect(() => {
    const place = isBack.current ? places.current.get(currentEntry() ?? "") : undefined;
    if (place === undefined && shown.current !== path) scrollTo(0, 0);
    shown.current = path;
    isBack.current = false;
    return place === undefined ? undefined : scrollOnTo(place, isScrolling);
  }, [url]);
}

/**
 * Scrolls to a place as soon as the page is long enough, and keeps it there while what is new is shown, such as a selected line that
 * is brought into view. A person who scrolls ends it, and so does the function that it returns.
 */
function scrollOnTo(place: number, isScrolling: { current: boolean }): () => void {
  isScrolling.current = true;
  let timer: number | undefined;
  const go = () => {
    scrollTo(0, place);
    const fits = document.documentElement.scrollHeight - innerHeight >= place;
    if (fits) timer ??= self.setTimeout(end, SETTLE_MILLISECONDS);
  };
  const end = () => {
    isScrolling.current = false;
    self.clearTimeout(timer);
    observer.disconnect();
    removeEventListener("scroll", go);
    for (const type of SCROLLING) removeEventListener(type, end);
  };
  const observer = new ResizeObserver(go);
  observer.observe(document.getElementById("main") ?? document.body);
  addEventListener("scroll", go);
  for (const type of SCROLLING) addEventListener(type, end);
  return end;
}

function placesKept(): Map<string, number> {
  try {
    return new Map(Object.entries<number>(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}")));
  } catch {
    return new Map(); // without storage, a reload begins at the top
  }
}

function keepPlaces(places: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(places)));
  } catch {
    return;
  }
}
