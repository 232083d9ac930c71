import { plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { explainError } from "../../../ground/kernel/errors.ts";
import type { Applied, Attempt } from "../../../ground/kernel/subject.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { readEnvelope, requireDraft } from "./draft_file.ts";
import { deliver, type Delivery } from "../mail/smtp.ts";

const NOT_KNOWN =
  "The connection closed while the mail was being sent, so it may have arrived. It is not sent again automatically.";

/** Sends an approved mail once. After sending its text may have begun, it is never sent again. */
export async function sendMail(ctx: Ctx<SourceLive>, id: string, { signal }: Attempt): Promise<Applied> {
  const draft = requireDraft(ctx, id);
  if (draft.status === "sent") return { outcome: "applied" };
  if (draft.status === "failed" || draft.status === "uncertain") {
    return { outcome: "failed", detail: draft.detail ?? "" };
  }
  if (draft.handedOverAt !== null) return await finish(ctx, id, [], { kind: "unknown", detail: NOT_KNOWN });
  if (draft.status === "draft") {
    await ctx.store.commit(() =>
      record(ctx, plannerDraftStream, id, [{ type: "planner.draft_sending", data: {} }])
    );
  }
  const { smtp } = settingsOf(ctx);
  if (smtp === null) {
    return await finish(ctx, id, [], { kind: "refused", detail: "No mail server is configured anymore." });
  }
  const envelope = await readEnvelope(ctx, draft);
  let delivery: Delivery;
  try {
    const message = await ctx.artifacts.read(draft.messageSha256);
    const password = smtp.secretId === null
      ? null
      : await useSecret(ctx, { id: smtp.secretId }, { call: "planner.draft_send", host: smtp.host });
    const handOver = () =>
      ctx.store.commit(() => {
        record(ctx, plannerDraftStream, id, [{ type: "planner.draft_handed_over", data: {} }]);
      });
    delivery = await deliver({ smtp, password, envelope, message, handOver, signal });
  } catch (cause) {
    const why = explainError(cause)?.error.message ?? "See this service's log.";
    delivery = { kind: "refused", detail: why };
  }
  if (delivery.kind === "refused") signal.throwIfAborted();
  return await finish(ctx, id, envelope.to, delivery);
}

async function finish(ctx: Ctx, id: string, to: readonly string[], delivery: Delivery): Promise<Applied> {
  const rejected = delivery.kind === "accepted"
    ? delivery.rejected.map((address) => to.indexOf(address)).filter((at) => at >= 0)
    : [];
  const data = {
    status: ({ accepted: "sent", refused: "failed", unknown: "uncertain" } as const)[delivery.kind],
    rejected,
    detail: delivery.kind === "accepted"
      ? `${counted(to.length - rejected.length, "person", "people")} accepted by the server.`
      : delivery.detail,
  };
  await ctx.store.commit(() =>
    record(ctx, plannerDraftStream, id, [{ type: "planner.draft_finished", data }])
  );
  return data.status === "sent" ? { outcome: "applied" } : { outcome: "failed", detail: data.detail };
}
