import type { AlertAttempt, AlertHook } from "../../../store/alerts/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { explainError } from "../../ground/kernel/errors.ts";
import { standardSignature } from "../../ground/kernel/standard_webhooks.ts";
import { parseTarget } from "../../machine/network/allowed_host.ts";
import { readDestination } from "../../accounts/outbound/destination.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import { type OutboundRequest, request } from "../../accounts/outbound/request.ts";
import { useSecret } from "../../accounts/secrets/use.ts";
import type { VaultLive } from "../../accounts/secrets/vault.ts";
import { type Message, payloadOf, topicOf } from "./message.ts";
import { runAlertCommand } from "./run_command.ts";

/** What sending an alert needs. */
export type SendingLive = OutboundLive & VaultLive;

/** Redirects are not followed: the alert goes only where the operator said. */
const LIMITS = { redirects: 0, bodyBytes: 64 * 1024, sentBytes: 64 * 1024 };

/**
 * Sends an alert once. All text travels in JSON, so that none of it can become a header or an argument. Rejects only if
 * `signal` was aborted, and then it is unknown whether it arrived.
 */
export async function sendAlert(
  ctx: Ctx<SendingLive>,
  hook: AlertHook,
  alertId: string,
  message: Message,
  signal: AbortSignal,
): Promise<AlertAttempt> {
  const startedAt = performance.now();
  const milliseconds = () => Math.round(performance.now() - startedAt);
  try {
    if (hook.kind === "command") {
      const body = payloadOf(message, ctx.now(), alertId);
      const ended = await runAlertCommand(ctx, alertId, { body, content: hook.content, signal });
      return { httpStatus: null, ...ended, milliseconds: milliseconds() };
    }
    const { url, ...sent } = await requestOf(ctx, hook, alertId, message, signal);
    const target = hook.privateHost === null ? null : parseTarget(hook.privateHost);
    const answer = await request(ctx.outbound, {
      ...sent,
      url,
      method: "POST",
      allowed: target ? [target] : [],
      limits: LIMITS,
      secretPath: true,
      signal,
    });
    const isTaken = answer.status >= 200 && answer.status < 300;
    const reason = isTaken ? null : `The server answered with the status ${answer.status}.`;
    return { httpStatus: answer.status, reason, milliseconds: milliseconds() };
  } catch (cause) {
    signal.throwIfAborted();
    const known = explainError(cause);
    if (!known || known.isNews) ctx.log.error("An alert could not be sent", cause);
    const reason = known?.error.message ?? "See the log of this service.";
    return { httpStatus: null, reason, milliseconds: milliseconds() };
  }
}

async function requestOf(
  ctx: Ctx<SendingLive>,
  { kind, address, secretId }: AlertHook,
  alertId: string,
  message: Message,
  signal: AbortSignal,
): Promise<Pick<OutboundRequest, "url" | "headers" | "credentials" | "body">> {
  const destination = readDestination(address);
  const use = { call: "alert.send", host: destination.target.host, signal };
  const secret = secretId === null ? null : await useSecret(ctx, { id: secretId }, use);
  const headers = { "content-type": "application/json" };
  if (kind === "ntfy") {
    const { title, lines, isUrgent } = message;
    const { server, topic } = topicOf(destination.url)!;
    const priority = isUrgent ? 5 : 3;
    // A server from 2.16 on replaces a message with the same id instead of showing it twice.
    const body = JSON.stringify({ topic, title, message: lines.join("\n"), priority, sequence_id: alertId });
    const credentials = secret === null ? {} : { authorization: `Bearer ${secret}` };
    return { url: server, headers, credentials, body };
  }
  const now = ctx.now();
  const body = new TextEncoder().encode(payloadOf(message, now));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const credentials = {
    "webhook-id": alertId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${standardSignature(secret!, { id: alertId, timestamp, body })}`,
  };
  return { url: address, headers, credentials, body };
}
