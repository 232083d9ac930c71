import { useSignal } from "@preact/signals";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/lists/card.tsx";
import { CardList } from "../kit/lists/card_list.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { createListing } from "../kit/lists/listing.ts";
import { SearchField } from "../kit/forms/search_field.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { type Frame, PageHead, useLive, usePageStore, useQuery } from "../shell/mod.ts";
import { SavedViews } from "../saved_views/menu.tsx";
import { ImportDialog } from "./dialogs.tsx";
import { RecordPanel } from "./record_panel.tsx";
import { createRecorder } from "./recorder.ts";
import { SessionView } from "./session_view.tsx";
import { AUDIO_PATH, type AudioSession } from "./types.ts";

/** The list of sessions, or one of them. The recorder continues while its session is shown. */
export default function AudioPage() {
  const recorder = usePageStore(createRecorder);
  const [query, setQuery] = useQuery();
  const { session } = query;
  const show = (id: string) => setQuery({ session: id, q: null });
  return (
    <>
      {session
        ? <SessionView id={session} />
        : <Sessions query={query.q ?? ""} onSearch={(q) => setQuery({ q })} onMade={show} />}
      <RecordPanel recorder={recorder} onMade={show} />
    </>
  );
}

const createSessions = ({ call }: Frame) =>
  createListing((query: string, limit) =>
    call("GET /audio-sessions", { query: { limit, ...(query && { query }) } })
  );

function Sessions({ query, onSearch, onMade }: {
  query: string;
  onSearch: (query: string) => void;
  onMade: (id: string) => void;
}) {
  const list = usePageStore(createSessions);
  const importing = useSignal(false);
  useLive(({ type }) => type.startsWith("audio"), () => void list.show(query), query);
  return (
    <>
      <PageHead
        title="Audio"
        actions={
          <>
            <SavedViews />
            <Button onPress={() => importing.value = true}>Import a transcript …</Button>
          </>
        }
      >
        <p class="hint">
          Recordings stay on this machine. A local program of your choice transcribes them.
        </p>
      </PageHead>
      <search class="filters">
        <SearchField
          label="Search"
          placeholder="Search titles and transcripts"
          value={query}
          onSearch={onSearch}
        />
      </search>
      <CardList
        label="Audio sessions"
        list={list}
        lines={4}
        empty={<Empty filtered={query !== ""} />}
      >
        {(session) => <SessionCard key={session.id} session={session} />}
      </CardList>
      {importing.value && <ImportDialog onMade={onMade} onClose={() => importing.value = false} />}
    </>
  );
}

const SessionCard = ({ session }: { session: AudioSession }) => (
  <Card>
    <div class="row">
      <h2 class="audio-title">
        <a href={`${AUDIO_PATH}?session=${session.id}`}>{session.title}</a>
      </h2>
      <Status status={session.status} />
      {session.activity !== "idle" && <Badge tone="info" active>{session.activity}</Badge>}
      <span class="grow" />
      <span class="hint small">
        <Time at={session.createdAt} />
      </span>
    </div>
    {session.excerpt && <ShownText as="p" class="small wrap-anywhere" text={session.excerpt} />}
  </Card>
);

const Empty = ({ filtered }: { filtered: boolean }) =>
  filtered
    ? <EmptyState title="No audio sessions match this search" />
    : (
      <EmptyState title="No audio sessions yet">
        <p>Record something below, or import a transcript.</p>
      </EmptyState>
    );
