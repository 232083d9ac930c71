import type { BrowserStorage } from "../../shell/storage.ts";
import { NOTHING_SAID, type WhenRed } from "../../kit/forms/when_red.tsx";

/** An attached file that was not sent yet. */
type Attached = { id: string; name: string; size: number };

/** A message in progress. */
export type MessageDraft = {
  content: string;
  repoPath: string;
  verifier: string;
  /** The handling of a failing verifier. */
  whenRed: WhenRed;
  /** The run that it is about; empty for the active one. */
  runId: string;
  attachments: readonly Attached[];
};

/** An empty message. */
const EMPTY_DRAFT: MessageDraft = {
  content: "",
  repoPath: "",
  verifier: "",
  whenRed: NOTHING_SAID,
  runId: "",
  attachments: [],
};

/** The storage key of the repository that messages were last about. */
const LAST_REPOSITORY = "agent-harness.message-repository";

const keyOf = (conversationId: string): string => `agent-harness.message-draft.${conversationId}`;

/** Returns the stored draft of a conversation, so that a reload loses nothing. */
export function loadDraft(storage: BrowserStorage, conversationId: string): MessageDraft {
  try {
    return {
      ...EMPTY_DRAFT,
      repoPath: storage.getItem(LAST_REPOSITORY) ?? "",
      ...JSON.parse(storage.getItem(keyOf(conversationId)) ?? "{}") as Partial<MessageDraft>,
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Stores a draft, or removes an empty one. The next conversation starts with the same repository. */
export function saveDraft(storage: BrowserStorage, conversationId: string, draft: MessageDraft): void {
  if (draft.repoPath !== "") storage.setItem(LAST_REPOSITORY, draft.repoPath);
  const empty = JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT);
  if (empty) storage.removeItem(keyOf(conversationId));
  else storage.setItem(keyOf(conversationId), JSON.stringify(draft));
}
