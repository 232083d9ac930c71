import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { Time } from "../../kit/text/time.tsx";
import {
  PageHead,
  PageLink,
  type PageProps,
  useFrame,
  useLive,
  usePageStore,
  useShortcuts,
} from "../../shell/mod.ts";
import type { Details, Turn } from "../types.ts";
import { Composer } from "./composer.tsx";
import { FileDialog } from "./file_dialog.tsx";
import { RenameDialog } from "./rename_dialog.tsx";
import { RepositoryChip } from "./repository_chip.tsx";
import { Side } from "./side.tsx";
import { type ConversationStore, createConversationStore } from "./store.ts";
import { ThreadView } from "./thread_view.tsx";
import { useHasModel } from "./use_has_model.ts";
import { createWriting } from "./writing.ts";

/** A conversation with the coordinator: messages, their effects, and their results. */
export default function ConversationPage({ params }: PageProps) {
  const id = params.id ?? "";
  const frame = useFrame();
  const store = usePageStore((frame) => createConversationStore(id, frame), id);
  const writing = useMemo(
    () => {
      const sent = (turn: Turn) => {
        store.take(turn);
        void store.refresh();
      };
      return createWriting(id, { ...frame, sent });
    },
    [store],
  );
  const renaming = useSignal(false);
  const file = useSignal<string | null>(null);
  useLive(
    ({ subject, conversationid }) => conversationid === id || subject === id,
    () => void store.refresh(),
    id,
  );
  useShortcuts(shortcutsOf(store));
  const hasModel = useHasModel();
  const details = store.details.value.value;
  const problem = store.details.problem.value;
  const above = <PageLink to="/dashboard/conversations">Conversations</PageLink>;
  if (!details) {
    return (
      <>
        <PageHead title="Conversation" above={above} />
        {problem ? <Banner tone="bad">{problem}</Banner> : <Skeleton lines={6} />}
      </>
    );
  }
  const open = (path: string) => void (file.value = path);
  return (
    <>
      <PageHead
        title={details.title}
        above={above}
        actions={<HeadActions store={store} details={details} onRename={() => renaming.value = true} />}
      >
        <p class="hint small row">
          {details.status === "archived" && <Badge>archived</Badge>}
          <span>
            Begun <Time at={details.createdAt} />
          </span>
        </p>
      </PageHead>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {details.status === "active" && <RepositoryChip writing={writing} runs={details.queuedRunLinks} />}
      <div class="talk">
        <section class="talk-main" aria-label="Conversation messages">
          <ThreadView
            store={store}
            writing={writing}
            details={details}
            hasModel={hasModel}
            onOpenFile={open}
          />
          {details.status === "active"
            ? (
              <Composer
                writing={writing}
                runs={details.queuedRunLinks}
                hasModel={hasModel}
                onSend={() => void writing.send()}
              />
            )
            : <Banner tone="info">This conversation is archived. Reopen it to continue.</Banner>}
        </section>
        <Side store={store} details={details} onOpenFile={open} />
      </div>
      {renaming.value && (
        <RenameDialog
          title={details.title}
          busy={store.busy.value}
          onClose={() => renaming.value = false}
          onRename={async (title) => {
            if (await store.rename(title)) renaming.value = false;
          }}
        />
      )}
      {file.value !== null && <FileDialog id={id} path={file.value} onClose={() => file.value = null} />}
    </>
  );
}

function HeadActions({ store, details: { status }, onRename }: {
  store: ConversationStore;
  details: Details;
  onRename: () => void;
}) {
  const archived = status === "archived";
  return (
    <>
      <a class="button talk-to-side" href="#of-conversation">Runs and files</a>
      <Button onPress={onRename}>Rename …</Button>
      <Button busy={store.busy.value} onPress={() => store.setArchived(!archived)}>
        {archived ? "Reopen" : "Archive"}
      </Button>
    </>
  );
}

function shortcutsOf(store: ConversationStore) {
  const step = (steps: number) => () => {
    const turns = store.thread.peek()?.filter(({ kind }) => kind === "turn") ?? [];
    const at = turns.findIndex(({ id }) => id === store.selected.peek());
    const next = at < 0 ? turns.at(-1) : turns[Math.max(0, Math.min(turns.length - 1, at + steps))];
    if (next) store.selected.value = next.id;
  };
  const toggle = () => {
    const details = store.details.value.peek();
    if (details) void store.setArchived(details.status === "active");
  };
  return [
    { keys: "j", does: "Next message", group: "Move", run: step(1) },
    { keys: "k", does: "Previous message", group: "Move", run: step(-1) },
    {
      keys: "w",
      does: "Write a message",
      group: "Conversation",
      run: () => document.getElementById("message")?.focus(),
    },
    { keys: "e", does: "Archive or reopen", group: "Conversation", run: toggle },
  ];
}
