import { useSignal } from "@preact/signals";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Fact, Panel } from "../kit/panel.tsx";
import { bytes, duration } from "../../client/words.ts";
import { useFrame } from "../shell/mod.ts";
import type { AudioDetails, Transcription } from "./types.ts";

/** The transcription of each recording, its program, and a way to try again. */
export function TranscriptionsPanel({ session }: { session: AudioDetails }) {
  if (session.transcriptions.length === 0) return null;
  return (
    <Panel title="Transcriptions" count={session.transcriptions.length}>
      {session.transcriptions.map((each) => <Card key={each.id} session={session} transcription={each} />)}
    </Panel>
  );
}

function Card({ session, transcription }: { session: AudioDetails; transcription: Transcription }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const { id, status, upload, audio, engine, quality, error, engineOutput, name, mode } = transcription;
  const receiving = upload !== null && !upload.complete;
  const ask = async (
    body: NonNullable<Parameters<typeof call<"POST /audio-sessions/:id/transcriptions">>[1]["body"]>,
  ) => {
    busy.value = true;
    await toasts.attempt(() =>
      call("POST /audio-sessions/:id/transcriptions", { params: { id: session.id }, body })
    );
    busy.value = false;
  };
  const finish = () => {
    const { uploadId, parts } = upload!;
    const part = { name: name ?? "recording", mediaType: "application/octet-stream", contentBase64: "" };
    return ask({ mode: "local", audio: { ...part, uploadId, index: parts, last: true } });
  };
  const canRetry = session.status === "created" && audio?.erased === false &&
    (status === "failed" || status === "unavailable");
  return (
    <div class="stack audio-transcription">
      <div class="row">
        {receiving ? <Badge tone="info">receiving</Badge> : <Status status={status} />}
        <span class="grow wrap-anywhere">
          {mode === "import" ? "Imported transcript" : name ?? "Recording"}
        </span>
        {receiving && session.activity !== "recording" && session.status === "created" && (
          <Button
            small
            busy={busy.value}
            onPress={() => finish()}
          >
            Transcribe the {upload.parts} parts that arrived
          </Button>
        )}
        {canRetry && (
          <Button small busy={busy.value} onPress={() => ask({ mode: "local", retryOf: id })}>
            Try again
          </Button>
        )}
      </div>
      {error && <p class="small wrap-anywhere">{error}</p>}
      {engineOutput && <pre class="code code-wrap small">{engineOutput}</pre>}
      {quality && quality.warnings.length > 0 && (
        <ul class="small">{quality.warnings.map((warning) => <li key={warning}>{warning}</li>)}</ul>
      )}
      <dl class="facts small">
        <Fact name="Recording">
          {audio &&
            `${bytes(audio.bytes)}${audio.mediaType ? `, ${audio.mediaType}` : ""}${
              audio.durationMs === undefined ? "" : `, ${duration(audio.durationMs)}`
            }${audio.erased ? ", erased" : ""}`}
        </Fact>
        <Fact name="SHA-256">{audio && <code class="wrap-anywhere">{audio.sha256}</code>}</Fact>
        <Fact name="Program">
          {engine &&
            `${engine.name} ${engine.arguments.join(" ")}${engine.model ? `, model ${engine.model}` : ""}`}
        </Fact>
        <Fact name="Command">{engine?.confinement}</Fact>
      </dl>
    </div>
  );
}
