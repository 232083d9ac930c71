import { type ReadonlySignal, signal } from "@preact/signals";
import type { Transport } from "../../client/client.ts";
import { MAX_SILENCE_MILLISECONDS, readFrames, type StreamFrame } from "../../client/sse.ts";
import { atMostEvery } from "./at_most_every.ts";
import { livePlace } from "./live_place.ts";

/** One durable event, as the service sends it. */
export type LiveEvent = {
  sequence: number;
  type: string;
  subject: string;
  time: string;
  actor: string;
  data: unknown;
  runid?: string;
  tasksessionid?: string;
  conversationid?: string;
};

/** An event that is shown but not recorded, such as the words of a model. */
type PassingEvent = { type: string; subject: string; data: { text: string } };

/** The state of the event stream; `refused` means that the service rejected the token. */
export type LiveState = "connecting" | "live" | "reconnecting" | "refused";

/** The stream of the service's events. Nothing is missed: a new connection continues after the last event. */
export type Live = {
  readonly state: ReadonlySignal<LiveState>;
  /** The time at which the connection broke, in milliseconds; null while it is open. */
  readonly lostAt: ReadonlySignal<number | null>;
  start: () => void;
  stop: () => void;
  /** Connects at once, without waiting for the end of the pause. */
  retry: () => void;
  /** Calls `listener` with every event. Returns a function that unsubscribes. */
  on: (listener: (event: LiveEvent) => void) => () => void;
  /** Calls `listener` with events that are not recorded; some may be missing. Returns a function that unsubscribes. */
  onPassing: (listener: (event: PassingEvent) => void) => () => void;
  /**
   * Calls `changed` when events match, once for several in a row, and whenever the connection is back. Returns a function
   * that unsubscribes.
   */
  watch: (matches: (event: LiveEvent) => boolean, changed: () => void) => () => void;
};

/** The silence after which a connection is considered broken when the computer wakes up. */
const DOUBT_MILLISECONDS = 16_000;

const RETRY_MILLISECONDS = 1000;
const MAX_RETRY_MILLISECONDS = 10_000;

/** The minimum interval between two reads. */
const REFRESH_MILLISECONDS = 250;

/** Returns the events of `/events`. It is not an `EventSource`, because the token is sent as a header. */
export function createLive(send: Transport): Live {
  const state = signal<LiveState>("connecting");
  const lostAt = signal<number | null>(null);
  const listeners = new Set<(event: LiveEvent) => void>();
  const passing = new Set<(event: PassingEvent) => void>();
  const gaps = new Set<() => void>();
  let last: string | null = null;
  let heardAt = Date.now();
  let askedAt = heardAt;
  let hasPlace = false;
  let running: AbortController | null = null;
  let connection: AbortController | null = null;
  let wake = () => {};

  const missed = () => gaps.forEach((changed) => changed());

  const take = ({ id, data }: StreamFrame) => {
    if (id === undefined) {
      const event: PassingEvent = JSON.parse(data);
      return passing.forEach((listener) => listener(event));
    }
    last = id;
    const event: LiveEvent = JSON.parse(data);
    for (const listener of [...listeners]) listener(event);
  };

  /** Reads one connection to its end. Throws when it breaks. */
  const follow = async (signal: AbortSignal) => {
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (last !== null) headers["last-event-id"] = last;
    const response = await send("/events", { headers, signal });
    if (response.status === 401) return void (state.value = "refused");
    // The store was put back to an earlier state: what this page knows has no place in it.
    if (response.status === 400) return void (last = null);
    if (!response.ok || !response.body) throw new Error(`The service answered ${response.status}.`);
    heardAt = Date.now();
    state.value = "live";
    lostAt.value = null;
    // Also after the last event: what was asked for while the service was away was not answered.
    missed();
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        heardAt = Date.now();
        controller.enqueue(bytes);
      },
    });
    for await (const frame of readFrames(response.body.pipeThrough(heard))) take(frame);
  };

  /** A hidden page without a place is read again once it is shown. */
  const mayFollow = () => hasPlace || document.visibilityState === "visible";

  const keepFollowing = async (stopped: AbortSignal) => {
    for (let attempt = 0; !stopped.aborted; attempt++) {
      while (!mayFollow() && !stopped.aborted) await pause(MAX_RETRY_MILLISECONDS);
      connection = new AbortController();
      const before = heardAt;
      askedAt = Date.now();
      try {
        await follow(AbortSignal.any([stopped, connection.signal]));
      } catch {
        // The connection broke: `state` shows it, and the loop retries.
      }
      if (stopped.aborted) return;
      if (heardAt !== before) attempt = 0;
      if (state.value !== "refused") state.value = "reconnecting";
      lostAt.value ??= Date.now();
      await pause(Math.min(RETRY_MILLISECONDS * 2 ** attempt, MAX_RETRY_MILLISECONDS));
    }
  };

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Ends a connection that is silent for longer, or that was asked for and not answered. */
  const distrust = (silence: number) => {
    if (Date.now() - Math.max(heardAt, askedAt) > silence) connection?.abort();
  };
  const onWake = () => {
    if (!mayFollow()) return connection?.abort();
    if (document.visibilityState !== "visible") return;
    distrust(DOUBT_MILLISECONDS);
    wake();
  };
  const onOnline = () => {
    distrust(0);
    wake();
  };
  let watchdog = 0;

  return {
    state,
    lostAt,
    start: () => {
      if (running) return;
      running = new AbortController();
      addEventListener("online", onOnline);
      document.addEventListener("visibilitychange", onWake);
      watchdog = self.setInterval(() => distrust(MAX_SILENCE_MILLISECONDS), 5000);
      void livePlace(running.signal).then(() => {
        hasPlace = true;
        wake();
      });
      void keepFollowing(running.signal);
    },
    stop: () => {
      running?.abort();
      running = null;
      removeEventListener("online", onOnline);
      document.removeEventListener("visibilitychange", onWake);
      self.clearInterval(watchdog);
    },
    retry: () => wake(),
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onPassing: (listener) => {
      passing.add(listener);
      return () => void passing.delete(listener);
    },
    watch: (matches, changed) => {
      const { call, cancel } = atMostEvery(REFRESH_MILLISECONDS, changed);
      const listener = (event: LiveEvent) => matches(event) && call();
      listeners.add(listener);
      gaps.add(call);
      return () => {
        listeners.delete(listener);
        gaps.delete(call);
        cancel();
      };
    },
  };
}
