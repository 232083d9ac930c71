import { signal } from "@preact/signals";
import { render } from "preact";
import { createClient } from "../../../client/client.ts";
import type { Contributions } from "../contributions.ts";
import { App } from "./app.tsx";
import { nameTheTab } from "../document_title.ts";
import type { Frame } from "../frame.ts";
import { inPages } from "../in_pages.ts";
import { createKeyboard } from "../keyboard.ts";
import { createLastAddresses } from "../last_addresses.ts";
import { createLive } from "../live.ts";
import { createOverview } from "../overview.ts";
import { createPlaces } from "../places.ts";
import { createPreferences } from "../preferences.ts";
import { registerWorker } from "../register_worker.ts";
import { adoptToken, createSession } from "../session.ts";
import { browserStorage } from "../storage.ts";
import { createToasts } from "../toasts.ts";

/** The interval at which relative times are updated. */
const TICK_MILLISECONDS = 5000;

/** Starts the dashboard with what domains contribute to it. */
export function startShell({ pages, above, finders, begin }: Contributions): void {
  const storage = browserStorage(() => localStorage);
  adoptToken(location, history, storage);

  const session = createSession(storage);
  const call = createClient(session.send, (sentence) => inPages(sentence, pages));
  const clock = signal(Date.now());
  setInterval(() => clock.value = Date.now(), TICK_MILLISECONDS);

  const frame: Frame = {
    call,
    send: session.send,
    session,
    storage,
    live: createLive(session.send),
    pages,
    finders,
    places: createPlaces(pages),
    lastAddresses: createLastAddresses(() => location.pathname),
    toasts: createToasts(),
    keyboard: createKeyboard(),
    preferences: createPreferences(storage, document.documentElement),
    overview: createOverview(call),
    clock,
    navigate: (path, { replace } = {}) => {
      history[replace ? "replaceState" : "pushState"](null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    },
  };

  void registerWorker(frame);
  for (const each of begin) each(frame);
  frame.keyboard.start();
  frame.live.start();
  nameTheTab(frame.overview.needs);
  render(<App frame={frame} above={above} />, document.getElementById("app")!);
}
