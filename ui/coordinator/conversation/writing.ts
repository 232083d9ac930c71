import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { randomKey } from "../../../client/random_key.ts";
import { whenRedOf } from "../../kit/forms/when_red.tsx";
import type { Frame } from "../../shell/mod.ts";
import type { Checklist, MessageRequest, Turn } from "../types.ts";
import { readFiles } from "./attach.ts";
import { loadDraft, type MessageDraft, saveDraft } from "./draft.ts";

/** The message in progress, and the actions on it. */
export type MessageWriter = {
  readonly draft: ReadonlySignal<MessageDraft>;
  /** The text that is being sent; null if there is none. */
  readonly sending: ReadonlySignal<string | null>;
  readonly attaching: ReadonlySignal<boolean>;
  readonly checking: ReadonlySignal<boolean>;
  /** The result of checking exactly this draft. */
  readonly checked: ReadonlySignal<Checklist | null>;
  readonly canSend: ReadonlySignal<boolean>;
  change: (change: Partial<MessageDraft>) => void;
  attach: (files: readonly File[]) => Promise<void>;
  detach: (id: string) => void;
  /** Checks for known problems without doing anything. */
  check: () => Promise<void>;
  /** Sends the message. If that fails, it stays in the draft. */
  send: () => Promise<void>;
};

type Services = Pick<Frame, "call" | "toasts" | "storage"> & { sent: (turn: Turn) => void };

/** Returns the message in progress of a conversation. */
export function createWriting(id: string, { call, toasts, storage, sent }: Services): MessageWriter {
  const params = { id };
  const draft = signal<MessageDraft>(loadDraft(storage, id));
  const sending = signal<string | null>(null);
  const attaching = signal(false);
  const checking = signal(false);
  const found = signal<{ of: string; checklist: Checklist } | null>(null);
  let key = { of: "", idempotencyKey: "" };
  const change = (changed: Partial<MessageDraft>) => {
    draft.value = { ...draft.peek(), ...changed };
    saveDraft(storage, id, draft.peek());
  };
  const bodyOf = (): MessageRequest => {
    const { content, repoPath, verifier, whenRed, runId, attachments } = draft.peek();
    return {
      content,
      ...(repoPath.trim() && { repoPath: repoPath.trim() }),
      ...(verifier.trim() && { verifier: { command: verifier.trim() }, ...whenRedOf(whenRed) }),
      ...(runId && { runId }),
      ...(attachments.length > 0 && { attachmentIds: attachments.map((file) => file.id) }),
    };
  };
  const canSend = computed(() =>
    draft.value.content.trim() !== "" && sending.value === null && !attaching.value
  );
  return {
    draft,
    sending,
    attaching,
    checking,
    canSend,
    checked: computed(() => found.value?.of === JSON.stringify(draft.value) ? found.value.checklist : null),
    change,
    attach: async (files) => {
      if (files.length === 0) return;
      attaching.value = true;
      const attached = await toasts.attempt(async () => {
        const body = { files: await readFiles(files) };
        return await call("POST /coordinator/conversations/:id/attachments", { params, body });
      });
      if (attached) {
        const added = attached.map(({ id, name, size }) => ({ id, name, size }));
        change({ attachments: [...draft.peek().attachments, ...added] });
      }
      attaching.value = false;
    },
    detach: (fileId) =>
      change({ attachments: draft.peek().attachments.filter((file) => file.id !== fileId) }),
    check: async () => {
      const of = JSON.stringify(draft.peek());
      checking.value = true;
      const checklist = await toasts.attempt(() =>
        call("POST /coordinator/conversations/:id/pre-run-checklist", { params, body: bodyOf() })
      );
      if (checklist) found.value = { of, checklist };
      checking.value = false;
    },
    send: async () => {
      if (!canSend.peek()) return;
      const before = draft.peek();
      const body = bodyOf();
      // A message that is sent again after a broken connection has effect once.
      const of = JSON.stringify(body);
      if (key.of !== of) key = { of, idempotencyKey: randomKey() };
      sending.value = before.content;
      change({ content: "", attachments: [], runId: "" });
      const result = await toasts.attempt(() =>
        call("POST /coordinator/conversations/:id/messages", { params, body }, {
          idempotencyKey: key.idempotencyKey,
        })
      );
      // In one batch, so that it is never shown twice, nor missing for a moment.
      batch(() => {
        sending.value = null;
        if (result) {
          key = { of: "", idempotencyKey: "" };
          return sent(result.turn);
        }
        // Keeps what was typed while the message was being sent.
        const meanwhile = draft.peek().content;
        change({ ...before, content: meanwhile ? `${before.content}\n${meanwhile}` : before.content });
      });
    },
  };
}

/** Reports whether a draft has options besides its text. */
export const hasOptions = ({ verifier, runId }: MessageDraft): boolean => verifier !== "" || runId !== "";
