import { useSignal } from "@preact/signals";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Copy } from "../kit/text/code.tsx";
import { Fact, Panel } from "../kit/panel.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { Time } from "../kit/text/time.tsx";
import { duration } from "../../client/words.ts";
import { PageHead, PageLink, usePageStore, useResource } from "../shell/mod.ts";
import { EndDialog, SendDialog } from "./dialogs.tsx";
import { createPlayer } from "./player.ts";
import { TranscriptPanel } from "./transcript_panel.tsx";
import { TranscriptionsPanel } from "./transcriptions_panel.tsx";
import { AUDIO_PATH, type AudioDetails } from "./types.ts";

/** A session: its transcript, its recordings, and their retention. */
export function SessionView({ id }: { id: string }) {
  const session = useResource(
    ({ call }) => call("GET /audio-sessions/:id", { params: { id } }),
    ({ type }) => type.startsWith("audio"),
    id,
  );
  const player = usePageStore(createPlayer, id);
  const open = useSignal<"end" | "send" | null>(null);
  const shown = session.value.value;
  return (
    <>
      <PageHead
        title={shown?.title ?? "Audio session"}
        above={<PageLink to={AUDIO_PATH}>Audio</PageLink>}
        actions={shown && (
          <Button kind="danger" onPress={() => open.value = "end"}>
            {shown.status === "ended" ? "Erase …" : "End …"}
          </Button>
        )}
      >
        {shown && <Head session={shown} />}
      </PageHead>
      <ResourceView resource={session} lines={6}>
        {(shown) => (
          <>
            <TranscriptPanel session={shown} player={player} onSend={() => open.value = "send"} />
            <TranscriptionsPanel session={shown} />
            <Facts session={shown} />
          </>
        )}
      </ResourceView>
      {shown && open.value === "end" && <EndDialog session={shown} onClose={() => open.value = null} />}
      {shown && open.value === "send" && <SendDialog session={shown} onClose={() => open.value = null} />}
    </>
  );
}

const Head = ({ session }: { session: AudioDetails }) => (
  <div class="row small">
    <Status status={session.status} />
    {session.activity !== "idle" && <Badge tone="info" active>{session.activity}</Badge>}
    <Badge>{session.kind}</Badge>
    <span class="hint">
      begun <Time at={session.createdAt} />
    </span>
  </div>
);

function Facts({ session }: { session: AudioDetails }) {
  const { erasure } = session;
  return (
    <Panel title="About">
      <dl class="facts">
        <Fact name="Id">
          <Copy text={session.id} what="the id" />
        </Fact>
        <Fact name="Recorded">{session.durationMs > 0 && duration(session.durationMs)}</Fact>
        <Fact name="Speech">{session.speechMs > 0 && duration(session.speechMs)}</Fact>
        <Fact name="Consent">
          {session.consent?.obtained && `given, says ${session.consent.by ?? "the operator"}`}
        </Fact>
        <Fact name="Recordings">
          {session.audio.state === "present"
            ? (
              <>
                kept until <Time at={session.retention.eraseAt} />
              </>
            )
            : session.audio.state === "erased" && "erased"}
        </Fact>
        <Fact name="Erased">
          {erasure && (
            <>
              {erasure.scope === "all" ? "recordings and transcripts" : "recordings"},{" "}
              <Time at={erasure.at} />
              {erasure.earlierBackups.length > 0 &&
                `; still in the backups ${erasure.earlierBackups.join(", ")}`}
            </>
          )}
        </Fact>
      </dl>
    </Panel>
  );
}
