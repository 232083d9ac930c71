import type { ModelFault } from "../../../../store/model_use/events.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { unlistedModel } from "../../provider_kinds/bare_model.ts";
import { findModel } from "../providers/models.ts";
import { unreadKey } from "../clients/classify.ts";
import { CallFault, isRefusedUnread } from "../clients/fault.ts";
import { Watchdog } from "../clients/watchdog.ts";
import { tokensIn } from "../clients/cost.ts";
import { passageOf } from "./paths.ts";
import type { ProxyOptions } from "./options.ts";
import { type ProxiedQuestion, proxiedQuestionOf, readBody } from "./question.ts";
import { type PassingCall, recordCalled, recordPassed } from "./record.ts";
import { refusalResponse } from "./refusal.ts";
import { faultOf, send } from "./send.ts";
import type { ProxyUsage, UsageReader } from "./usage.ts";
import { watched } from "./watched.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** Why the newest question was not answered. */
export type CallFailure = { fault: ModelFault; detail: string };

/** What a proxy knows about its traffic. */
export type Traffic = { open: number; lastAt: number; failure: CallFailure | null };

const UNKNOWN: ProxyUsage = { input: null, output: null, cached: null };
const NOTHING: ProxyUsage = { input: 0, output: 0, cached: null };

/** Forwards one request, and records it if it calls a model. */
export async function pass(
  options: ProxyOptions,
  traffic: Traffic,
  request: Request,
  ending: AbortSignal,
): Promise<Response> {
  const { owner, upstream, sendAway } = options;
  const url = new URL(request.url);
  const passage = passageOf(upstream, request.method, url.pathname);
  if (!passage.ok) return refusalResponse(passage);
  const read = await readBody(request);
  if (!read.ok) return refusalResponse(read);
  const body = read.bytes;
  const target = `${passage.target}${url.search}`;
  const ask = (signal: AbortSignal) => {
    const sent = { target, request, body, signal };
    return sendAway ? sendAway(sent) : send(owner, upstream, sent);
  };
  if (!passage.generates || body === null) {
    return await ask(ending).catch((cause) =>
      refusalResponse({ status: 502, sentence: problemOf(upstream, cause).detail })
    );
  }
  const question = proxiedQuestionOf(body, passage.model);
  if (!question.ok) return refusalResponse(question);
  const call = callOf(options, question, body);
  return await passCall(options, traffic, call, ending, ask);
}

function callOf({ owner, upstream }: ProxyOptions, question: ProxiedQuestion, body: Uint8Array): PassingCall {
  const model = findModel(owner.ctx, upstream, question.model) ?? unlistedModel(question.model);
  const maxOutputTokens = question.maxOutputTokens ?? model.outputTokens;
  return {
    callId: owner.ctx.newId("call"),
    provider: upstream.id,
    model,
    startedAt: performance.now(),
    estimatedInputTokens: tokensIn(new TextDecoder().decode(body)),
    maxOutputTokens: maxOutputTokens && question.answers * maxOutputTokens,
  };
}

async function passCall(
  { owner, upstream }: ProxyOptions,
  traffic: Traffic,
  call: PassingCall,
  ending: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const fail = async (fault: ModelFault, text: string, usage = spentAt(fault), wasLeft = false) => {
    const detail = owner.ctx.redactor.text(text).slice(0, 500);
    // An agent abandons answers that it no longer needs, such as a title's: that is not the model's fault.
    if (!wasLeft) traffic.failure = { fault, detail };
    await recordPassed(owner, call, { ok: false, usage, fault, detail });
  };
  const admission = await recordCalled(owner, call);
  if (!admission.admitted) {
    await fail("budget", admission.detail, NOTHING);
    return refusalResponse({ status: 402, sentence: admission.detail });
  }
  const watchdog = new Watchdog(owner.ctx.pause, `${call.provider}/${call.model.id}`, ending);
  const touch = () => {
    traffic.lastAt = performance.now();
    watchdog.alive();
  };
  const close = () => {
    watchdog[Symbol.dispose]();
    traffic.open--;
    traffic.lastAt = performance.now();
  };
  traffic.open++;
  traffic.lastAt = performance.now();
  try {
    const response = await ask(watchdog.signal);
    if (!response.ok || response.body === null) {
      const text = owner.ctx.redactor.text((await response.text()).slice(0, 64 * 1024));
      close();
      await fail(
        faultOf(response.status),
        `${upstream.label} answered ${response.status}: ${text.slice(0, 400)}`,
      );
      return new Response(text, { status: response.status, headers: response.headers });
    }
    const onEnd = async (reader: UsageReader, broken: string | null, wasLeft: boolean) => {
      close();
      const { reason } = watchdog.signal;
      if (broken !== null && reason instanceof CallFault) return await fail(reason.fault, reason.message);
      const problem = broken ?? reader.error;
      if (problem !== null) return await fail("broken_answer", problem, reader.usage, wasLeft);
      traffic.failure = null;
      await recordPassed(owner, call, { ok: true, usage: reader.usage, finish: reader.finish });
    };
    return watched(response, touch, onEnd);
  } catch (cause) {
    close();
    const { fault, detail } = problemOf(upstream, cause);
    await fail(fault, detail);
    return refusalResponse({ status: 502, sentence: owner.ctx.redactor.text(detail) });
  }
}

/** What a call used that ended with this fault, where its answer does not say. */
const spentAt = (fault: ModelFault): ProxyUsage => isRefusedUnread(fault) ? NOTHING : UNKNOWN;

/** A missing key is not the provider's fault. */
function problemOf(
  { id, label }: Pick<ProxyOptions["upstream"], "id" | "label">,
  cause: unknown,
): { fault: ModelFault; detail: string } {
  if (cause instanceof CallFault) return { fault: cause.fault, detail: cause.message };
  if (cause instanceof ServiceError) {
    return { fault: "credentials", detail: cause.code === "invalid" ? cause.message : unreadKey(id) };
  }
  const why = messageOf(cause);
  return { fault: "unreachable", detail: `${label} could not be reached: ${why}` };
}
