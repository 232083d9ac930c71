import { useFrame } from "../frame.ts";
import type { LiveState } from "../live.ts";

const WORDS: Record<LiveState, { word: string; detail: string; tone: string }> = {
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

/** The state of the connection to the service. A break is announced; pressing the button retries at once. */
export function ConnectionState() {
  const { live } = useFrame();
  const { word, detail, tone } = WORDS[live.state.value];
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
