import type { ModelFault } from "../../../store/models/events.ts";
import { findModel } from "../providers/models.ts";
import { passageOf } from "./paths.ts";
import type { ProxyOptions } from "./proxy.ts";
import { questionOf, readBody } from "./question.ts";
import { priceOf, recordCalled, recordPassed } from "./record.ts";
import { faultOf, refuse, send, unreachable } from "./send.ts";
import type { ProxyUsage, UsageReader } from "./usage.ts";
import { watched } from "./watched.ts";

/** What a proxy knows of the traffic that passes it. */
export type Traffic = { open: number; lastAt: number; failure: string | null };

const UNKNOWN: ProxyUsage = { input: null, output: null, cached: null };

/** Passes one request on, and records it where a model is asked for something. */
export async function pass(
  { owner, upstream, admit }: ProxyOptions,
  traffic: Traffic,
  request: Request,
  ending: AbortSignal,
): Promise<Response> {
  const url = new URL(request.url);
  const passage = passageOf(upstream, request.method, url.pathname);
  if (typeof passage === "string") return refuse(404, passage);
  const body = request.method === "POST" ? await readBody(request) : null;
  if (body !== null && typeof body === "string") return refuse(400, body);
  const asked = body && questionOf(body);
  if (asked === undefined) return refuse(400, "The body is no JSON object that names a model.");
  const target = `${upstream.baseUrl}${passage.path}${url.search}`;
  if (!passage.generates || asked === null) {
    return await send(owner, upstream, target, request, body, ending).catch((cause) =>
      refuse(502, unreachable(upstream, cause))
    );
  }
  const prices = findModel(owner.ctx, upstream, asked.model);
  const estimate = {
    provider: upstream.id,
    model: asked.model,
    estimatedInputTokens: Math.ceil(body!.length / 4),
    worstCaseUsd: priceOf(
      prices,
      Math.ceil(body!.length / 4),
      asked.mostOutput ?? prices?.outputTokens ?? null,
    ),
  };
  const call = {
    callId: owner.ctx.newId("call"),
    provider: upstream.id,
    model: asked.model,
    startedAt: performance.now(),
  };
  const admission = admit(estimate);
  await recordCalled(owner, call, {
    inputTokens: estimate.estimatedInputTokens,
    worstCaseUsd: estimate.worstCaseUsd,
  });
  const fail = async (fault: ModelFault, detail: string, usage = UNKNOWN) => {
    traffic.failure = detail;
    await recordPassed(owner, call, { ok: false, usage, fault, detail: detail.slice(0, 500) }, prices);
  };
  if (!admission.allowed) {
    await fail("budget", admission.detail, { input: 0, output: 0, cached: null });
    return refuse(402, admission.detail);
  }
  traffic.open++;
  traffic.lastAt = performance.now();
  const closed = () => {
    traffic.open--;
    traffic.lastAt = performance.now();
  };
  try {
    const response = await send(owner, upstream, target, request, body, ending);
    if (!response.ok || response.body === null) {
      const text = (await response.text()).slice(0, 64 * 1024);
      closed();
      await fail(
        faultOf(response.status),
        `${upstream.label} answered ${response.status}: ${text.slice(0, 400)}`,
      );
      return new Response(text, { status: response.status, headers: response.headers });
    }
    const settle = async (reader: UsageReader, broken: string | null) => {
      closed();
      const problem = broken ?? reader.error;
      if (problem !== null) return await fail("broken_answer", problem, reader.usage);
      traffic.failure = null;
      await recordPassed(owner, call, { ok: true, usage: reader.usage, finish: reader.finish }, prices);
    };
    return watched(
      response,
      () => (traffic.lastAt = performance.now()),
      (reader, broken) =>
        void settle(reader, broken).catch((cause) =>
          owner.ctx.log.error("A call of a model could not be recorded", cause)
        ),
    );
  } catch (cause) {
    closed();
    await fail("unreachable", unreachable(upstream, cause));
    return refuse(502, unreachable(upstream, cause));
  }
}
