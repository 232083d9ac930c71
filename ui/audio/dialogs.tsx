import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { randomKey } from "../../client/random_key.ts";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { Segments } from "../kit/forms/segments.tsx";
import { useFrame } from "../shell/mod.ts";
import type { AudioDetails } from "./types.ts";

type Erase = "none" | "audio" | "all";
const ERASE = [
  { value: "none", label: "Keep everything" },
  { value: "audio", label: "Recordings" },
  { value: "all", label: "Recordings and transcripts" },
] as const;

/** Ends a session, or erases an ended one. */
export function EndDialog({ session, onClose }: { session: AudioDetails; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const erase = useSignal<Erase>(session.status === "ended" ? "audio" : "none");
  const submit = async () => {
    await call("POST /audio-sessions/:id/end", { params: { id: session.id }, body: { erase: erase.value } });
    toasts.say(
      erase.value === "none"
        ? "The session is ended."
        : "The session is ended, and what you selected is erased.",
    );
    onClose();
  };
  return (
    <FormDialog
      title="End the session"
      action="End session"
      danger={erase.value !== "none"}
      onSubmit={submit}
      onClose={onClose}
    >
      <p class="hint">Erased material is removed from this machine. Earlier backups still contain it.</p>
      <Segments
        label="What to erase"
        options={ERASE}
        value={erase.value}
        onChange={(next) => erase.value = next}
      />
    </FormDialog>
  );
}

/** Shows the transcript before it is sent. Nothing is sent automatically. */
export function SendDialog({ session, onClose }: { session: AudioDetails; onClose: () => void }) {
  const { call, navigate } = useFrame();
  const kept = useDraft(`spoken.${session.id}`, { content: session.transcript.text });
  const draft = kept.value;
  /** What was made for an attempt that failed, so that the next one does not make another. */
  const begun = useRef(session.conversationId);
  const idempotencyKey = useMemo(randomKey, [draft.value.content]);
  const submit = async () => {
    const id = begun.current ??=
      (await call("POST /coordinator/conversations", { body: { title: session.title } })).id;
    const metadata = { origin: "voice", audioSessionId: session.id, revision: session.transcript.revision };
    await call("POST /coordinator/conversations/:id/messages", {
      params: { id },
      body: { content: draft.value.content, metadata },
    }, { idempotencyKey });
    kept.sent();
    navigate(`/dashboard/conversations/${id}`);
  };
  return (
    <FormDialog
      title="Use in a conversation"
      action="Send"
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Message"
        hint="Check the text before you send it. It is marked as spoken and cannot approve anything."
      >
        {(control) => <textarea {...control} {...draftInput(draft, "content")} rows={8} required />}
      </Field>
    </FormDialog>
  );
}

/** Imports a transcript. */
export function ImportDialog({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const { call } = useFrame();
  const kept = useDraft("transcript.imported", { title: "", transcript: "" });
  const draft = kept.value;
  const format = useSignal<"text" | "srt" | "vtt" | "json">("text");
  /** The session of an attempt that failed, so that the next one does not make another. */
  const begun = useRef<{ id: string; title: string } | null>(null);
  const submit = async () => {
    const { transcript } = draft.value;
    const title = draft.value.title.trim();
    if (begun.current?.title !== title) {
      const body = { kind: "transcription" as const, source: "text" as const, ...(title && { title }) };
      begun.current = { id: (await call("POST /audio-sessions", { body })).id, title };
    }
    const { id } = begun.current;
    await call("POST /audio-sessions/:id/transcriptions", {
      params: { id },
      body: { mode: "import", transcript, format: format.value },
    });
    kept.sent();
    onMade(id);
    onClose();
  };
  return (
    <FormDialog
      title="Import a transcript"
      action="Import"
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Title">
        {(control) => <input {...control} {...draftInput(draft, "title")} maxLength={200} />}
      </Field>
      <Segments
        label="Format"
        options={[
          { value: "text", label: "Text" },
          { value: "srt", label: "SRT" },
          { value: "vtt", label: "WebVTT" },
          { value: "json", label: "JSON" },
        ]}
        value={format.value}
        onChange={(next) => format.value = next}
      />
      <Field label="Transcript">
        {(control) => <textarea {...control} {...draftInput(draft, "transcript")} rows={10} required />}
      </Field>
    </FormDialog>
  );
}
