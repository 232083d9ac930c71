import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

/** Text that is not sent yet. The browser keeps it until then, also when the page is left or its tab crashes. */
export type KeptDraft<T> = {
  readonly value: Signal<T>;
  /** When the text that was restored was written last, in milliseconds; null for a new one. */
  readonly restoredFrom: ReadonlySignal<number | null>;
  /** The version of the record that it was begun from; 0 for a new one. */
  readonly basis: Signal<number>;
  /** Whether it was restored, and the record has another version now. */
  readonly isOutdated: ReadonlySignal<boolean>;
  /** Forgets the draft, because it was sent. Its text stays where it is shown. */
  sent: () => void;
  /** Forgets the draft and shows what was there before. */
  discard: () => void;
};

const PREFIX = "agent-harness.draft.";

/** The most drafts that are kept; the oldest are removed. */
const MAX_DRAFTS = 100;

/**
 * Returns the draft of a place, such as `automation.new`, with what was written there before and not sent. It is kept as soon as it
 * differs from `initial`, which is as good as sent; `version` is that of the record that is changed. Never use it for a secret.
 */
export function useDraft<T>(place: string, initial: T, version = 0): KeptDraft<T> {
  const { keep, ...draft } = useMemo(() => openDraft(place, initial, version), [place]);
  useEffect(() => effect(keep), [keep]);
  return draft;
}

function openDraft<T>(place: string, initial: T, version: number): KeptDraft<T> & { keep: () => void } {
  const restored = readDraft(place, initial);
  const basis = signal(restored?.basis ?? version);
  const value = signal(restored?.value ?? initial);
  const restoredFrom = signal(restored?.at ?? null);
  const before = JSON.stringify(initial);
  let kept = restored && JSON.stringify(restored.value);
  let sent: string | null = null;
  return {
    value,
    restoredFrom,
    basis,
    isOutdated: computed(() => restoredFrom.value !== null && basis.value !== version),
    keep: () => {
      const text = JSON.stringify(value.value);
      if (text === kept || text === sent) return;
      kept = text;
      writeDraft(place, text === before ? null : { basis: basis.peek(), value: value.value });
    },
    sent: () => {
      restoredFrom.value = null;
      sent = JSON.stringify(value.value); // it is still shown, but not kept again
      writeDraft(place, null);
    },
    discard: () => {
      restoredFrom.value = null;
      basis.value = version;
      value.value = initial;
    },
  };
}

/** Reads a draft; null if there is none, or it is of another shape. */
function readDraft<T>(place: string, initial: T): { value: T; at: number; basis?: number } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + place) ?? "null");
    return kept !== null && typeof kept.at === "number" && hasShapeOf(initial, kept.value) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or removes it. If the storage is full or blocked, it is only not kept. */
function writeDraft(place: string, draft: { basis: number; value: unknown } | null): void {
  try {
    if (draft === null) return localStorage.removeItem(PREFIX + place);
    localStorage.setItem(PREFIX + place, JSON.stringify({ at: Date.now(), ...draft }));
    const places = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (places.length <= MAX_DRAFTS) return;
    const byAge = places.map((key) => ({ key, at: JSON.parse(localStorage.getItem(key) ?? "{}").at ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { key } of byAge.slice(0, places.length - MAX_DRAFTS)) localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** Returns whether what was kept has the fields that the form has now. */
const hasShapeOf = (initial: unknown, kept: unknown): boolean =>
  typeof initial === "object" && initial !== null
    ? typeof kept === "object" && kept !== null &&
      Object.entries(initial).every(([name, value]) =>
        hasShapeOf(value, Object.entries(kept).find(([each]) => each === name)?.[1])
      )
    : typeof kept === typeof initial;
