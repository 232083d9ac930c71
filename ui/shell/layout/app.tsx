import { useSignal } from "@preact/signals";
import { LocationProvider } from "preact-iso/router";
import { useEffect } from "preact/hooks";
import { AppearanceContext } from "../../kit/chart/appearance.ts";
import { MessagesContext } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { LinksContext } from "../../kit/link.tsx";
import { ClockContext } from "../../kit/text/time.tsx";
import type { Contributions } from "../contributions.ts";
import { type Frame, FrameContext, useFrame, useLive, useShortcuts } from "../frame.ts";
import type { Shortcut } from "../keyboard.ts";
import { Navigation } from "./navigation.tsx";
import { Palette } from "../palette/palette.tsx";
import { Router } from "./router.tsx";
import { keyCaps, ShortcutsHelp } from "../shortcuts_help.tsx";
import { SignIn } from "./sign_in.tsx";
import { ThemeMenu } from "./theme_menu.tsx";
import { ToastList, ToastsOfDialog } from "./toast_list.tsx";
import type { LiveState } from "../live.ts";

const CONNECTION_WORDS: Record<LiveState, { word: string; detail: string; tone: string }> = {
  connecting: { word: "Connecting", detail: "Connecting.", tone: "" },
  live: { word: "Live", detail: "Live updates are on.", tone: "tone-good" },
  reconnecting: {
    word: "Reconnecting",
    detail:
      "The service does not answer. This page may be out of date. It catches up when the connection is back.",
    tone: "tone-warning",
  },
  refused: { word: "Signed out", detail: "The service needs a different token.", tone: "tone-bad" },
};

/** The dashboard: the frame with the current page. */
export function App({ frame, above }: { frame: Frame } & Pick<Contributions, "above">) {
  return (
    <FrameContext.Provider value={frame}>
      <AppearanceContext.Provider value={frame.preferences}>
        <ClockContext.Provider value={frame.clock}>
          <LinksContext.Provider value={(id) => frame.places.find(id)?.href ?? null}>
            <MessagesContext.Provider value={ToastsOfDialog}>
              <LocationProvider scope="/dashboard">
                <Layout above={above} />
              </LocationProvider>
            </MessagesContext.Provider>
          </LinksContext.Provider>
        </ClockContext.Provider>
      </AppearanceContext.Provider>
    </FrameContext.Provider>
  );
}

type Open = "palette" | "help" | "menu" | null;

function Layout({ above }: Pick<Contributions, "above">) {
  const { overview, session } = useFrame();
  const open = useSignal<Open>(null);
  const close = () => open.value = null;
  useLive(() => true, () => void overview.refresh());
  useShortcuts(frameShortcuts((what) => open.value = what));
  useEffect(() => {
    document.documentElement.dataset.ready = "true";
  }, []);
  return (
    <div class="layout">
      <a class="skip-link" href="#main">Skip to the page</a>
      <header class="side" data-open={open.value === "menu" ? "true" : undefined}>
        <div class="side-head">
          <a class="brand" href="/dashboard">agent-harness</a>
          <ConnectionState />
          <button
            type="button"
            class="button button-quiet side-toggle"
            aria-expanded={open.value === "menu" ? "true" : "false"}
            aria-controls="side-body"
            onClick={() => open.value = open.value === "menu" ? null : "menu"}
          >
            <Icon name="menu" /> Menu
          </button>
        </div>
        <div class="side-body" id="side-body">
          <button type="button" class="search-button" onClick={() => open.value = "palette"}>
            <Icon name="search" />
            <span class="grow">Search</span>
            <span aria-hidden="true">{keyCaps("mod+k").map((cap) => <kbd key={cap}>{cap}</kbd>)}</span>
          </button>
          <Navigation onGo={close} />
          <div class="side-foot">
            <button
              type="button"
              class="button button-quiet"
              aria-label="Keyboard shortcuts"
              title="Keyboard shortcuts (?)"
              onClick={() => open.value = "help"}
            >
              <Icon name="keyboard" />
            </button>
            <ThemeMenu />
          </div>
        </div>
      </header>
      <main id="main" class="main" tabIndex={-1}>
        {session.refused.value && <SignIn />}
        {above.map((Contribution, i) => <Contribution key={i} />)}
        <Router />
      </main>
      {open.value === "palette" && <Palette onClose={close} />}
      {open.value === "help" && <ShortcutsHelp onClose={close} />}
      <ToastList />
    </div>
  );
}

function frameShortcuts(open: (what: "palette" | "help") => void): Shortcut[] {
  const { navigate, pages, lastAddresses } = useFrame();
  const goTo = pages.flatMap(({ path, title, chord }): Shortcut[] =>
    chord
      ? [{ keys: `g ${chord}`, does: title, group: "Go to", run: () => navigate(lastAddresses.of(path)) }]
      : []
  );
  return [
    {
      keys: "mod+k",
      does: "Search pages, runs and actions",
      group: "Everywhere",
      run: () => open("palette"),
    },
    { keys: "?", does: "Show the keys of this page", group: "Everywhere", run: () => open("help") },
    ...goTo,
  ];
}

/** The state of the connection to the service. A break is announced; pressing the button retries at once. */
function ConnectionState() {
  const { live } = useFrame();
  const { word, detail, tone } = CONNECTION_WORDS[live.state.value];
  return (
    <button
      type="button"
      class={`connection ${tone}`}
      title={detail}
      data-state={live.state.value}
      onClick={() => live.retry()}
    >
      <span class="badge-dot" aria-hidden="true" />
      <span role="status">{word}</span>
    </button>
  );
}
