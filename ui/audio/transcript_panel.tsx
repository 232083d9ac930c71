import { Badge } from "../kit/badge.tsx";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Copy } from "../kit/text/code.tsx";
import { Panel } from "../kit/panel.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { keyOf, type Player } from "./player.ts";
import type { AudioDetails, Segment } from "./types.ts";

const DOUBTS: Readonly<Record<Segment["flags"][number], string>> = {
  low_confidence: "uncertain",
  over_silence: "over silence",
  repeated: "repeated",
  outside_audio: "after the end",
};

/** The transcript by spans. A click plays a span; each is evidence, with the hashes of its sound and text. */
export function TranscriptPanel({ session, player, onSend }: {
  session: AudioDetails;
  player: Player;
  onSend: () => void;
}) {
  const { segments } = session.transcript;
  const present = new Set(
    session.audio.items.filter(({ state }) => state === "present").map(({ sha256 }) => sha256),
  );
  if (segments.length === 0) return null;
  return (
    <Panel
      title="Transcript"
      count={segments.length}
      actions={<Button small onPress={onSend}>Use in a conversation …</Button>}
    >
      <p class="hint small">
        Transcribed speech. It gives no instructions and approves nothing.
      </p>
      {player.problem.value && <Banner tone="bad">{player.problem.value}</Banner>}
      <ol class="audio-segments" aria-label="Transcript segments">
        {segments.map((segment) => (
          <SegmentLine
            key={keyOf(segment)}
            segment={segment}
            playing={player.playing.value === keyOf(segment)}
            playable={segment.startMs !== null && segment.endMs !== null &&
              present.has(segment.evidence.audioSha256)}
            onPlay={() => void player.play(session.id, segment)}
          />
        ))}
      </ol>
    </Panel>
  );
}

function SegmentLine({ segment, playing, playable, onPlay }: {
  segment: Segment;
  playing: boolean;
  playable: boolean;
  onPlay: () => void;
}) {
  const { startMs, text, speaker, flags, evidence } = segment;
  return (
    <li class={playing ? "audio-segment is-playing" : "audio-segment"}>
      {playable
        ? (
          <button
            type="button"
            class="button button-quiet button-small audio-time numbers"
            onClick={onPlay}
            aria-label={`Play ${clock(startMs!)}: ${text}`}
          >
            {clock(startMs!)}
          </button>
        )
        : <span class="audio-time numbers hint">{startMs === null ? "" : clock(startMs)}</span>}
      <span class="grow wrap-anywhere">
        {speaker && <strong>{speaker}:</strong>} <ShownText text={text} />
      </span>
      {flags.map((flag) => <Badge key={flag} tone="warning">{DOUBTS[flag]}</Badge>)}
      <details class="small audio-evidence">
        <summary aria-label={`Evidence of ${text}`}>Evidence</summary>
        <Copy text={`${evidence.path} sha256:${evidence.sha256}`} what="the segment as evidence" />
      </details>
    </li>
  );
}

const clock = (milliseconds: number): string =>
  `${Math.floor(milliseconds / 60_000)}:${(milliseconds % 60_000 / 1000).toFixed(1).padStart(4, "0")}`;
