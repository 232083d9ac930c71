import type { Call } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import type { MemoryRecord } from "../common/types.ts";

/** The text fields of a record; an empty one is not sent. */
export type RecordDraft = {
  content: string;
  type: string;
  scope: string;
  scopeId: string;
  confidence: string;
  validFrom: string;
  validTo: string;
};

type Body = Call<"POST /memory", Api["POST /memory"]>["body"];

/** Returns a draft with the values of the record that it will replace. */
export const draftOf = (replaces: MemoryRecord | null): RecordDraft => ({
  content: replaces?.content ?? "",
  type: replaces?.type ?? "fact",
  scope: replaces?.scope ?? "global",
  scopeId: replaces?.scopeId ?? "",
  confidence: replaces?.confidence?.toString() ?? "",
  validFrom: "",
  validTo: "",
});

/** Returns the request of a draft. Its source is the person at the dashboard. */
export const bodyOf = (draft: RecordDraft, supersedes: string | undefined): Body => ({
  type: draft.type.trim(),
  scope: draft.scope.trim(),
  content: draft.content,
  source: { kind: "user", id: "dashboard" },
  ...(draft.scope !== "global" && draft.scopeId.trim() && { scopeId: draft.scopeId.trim() }),
  ...(draft.confidence !== "" && { confidence: Number(draft.confidence) }),
  ...(draft.validFrom && { validFrom: new Date(draft.validFrom).toISOString() }),
  ...(draft.validTo && { validTo: new Date(draft.validTo).toISOString() }),
  ...(supersedes && { supersedes }),
});
