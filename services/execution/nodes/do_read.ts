import { sha256 } from "../../../store/chain.ts";
import { proposeMemory } from "../../knowledge/memory/propose.ts";
import { listMemory } from "../../knowledge/memory/list.ts";
import { OutboundError } from "../../accounts/outbound/error.ts";
import { request } from "../../accounts/outbound/request.ts";
import { useSecret } from "../../accounts/secrets/use.ts";
import type { WorkflowNode } from "../../control/workflows/language/mod.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import { type NodeResult, Transient } from "./do_join.ts";
import { MAX_OUTPUT_BYTES } from "./outputs.ts";
import type { NodeWork, WorkOf } from "./plan_node.ts";
import { mapRecord, recordOf } from "../../../store/shared/records.ts";

/** Text that becomes JSON again needs more space than its own characters. */
const MAX_TEXT_CHARACTERS = MAX_OUTPUT_BYTES / 4;

/** Failures of a request that may pass in a moment. */
const MAY_PASS: readonly string[] = ["unresolved", "unreachable", "too_slow"];

/** Reads an address whose host the definition names. The response is untrusted, and only headers are sent. */
export async function readAddress(
  step: RunPort,
  id: string,
  work: WorkOf<"http_read">,
  signal: AbortSignal,
): Promise<NodeResult> {
  const { secretHeader, maxBytes, format } = work.node.with;
  const url = String(work.content.url);
  const headers = mapRecord(recordOf(work.content.headers), String);
  const host = new URL(url).host;
  const credentials = secretHeader
    ? {
      [secretHeader.name]: await useSecret(step.ctx, { id: secretHeader.secretId }, {
        call: "workflow.http_read",
        host,
        runId: step.runId,
        taskSessionId: id,
        signal,
      }),
    }
    : {};
  try {
    // A redirect could lead to a host that the definition does not name.
    const limits = { bodyBytes: maxBytes, redirects: 0 };
    const { status, body } = await request(step.ctx.outbound, { url, headers, credentials, limits, signal });
    const text = new TextDecoder().decode(body);
    const common = { status, sha256: sha256(body) };
    const summary = `${host} answered ${status} with ${body.length} bytes.`;
    if (format === "text") return { value: { ...common, text: text.slice(0, MAX_TEXT_CHARACTERS) }, summary };
    return { value: { ...common, json: readJson(text, host) }, summary };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    const Failure = MAY_PASS.includes(cause.reason) ? Transient : StepFailed;
    throw new Failure("dependency_failed", cause.message);
  }
}

function readJson(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StepFailed("invalid_input", `The answer of ${host} is not JSON.`);
  }
}

type Memory = Extract<WorkflowNode, { kind: "memory" }>;

/** Reads memory records, or proposes one for a human to decide on. */
export async function useMemory(
  step: RunPort,
  round: number,
  id: string,
  { content }: NodeWork,
): Promise<NodeResult> {
  const { ctx } = step;
  const { read, propose } = content as Memory["with"];
  if (propose) {
    const candidateId = await step.advance(
      round,
      (run) => proposeMemory(ctx, run, { ...propose, taskSessionId: id }),
    );
    return { value: { candidateId }, summary: "A human decides whether to keep it." };
  }
  const { query, scope, limit } = read!;
  const found = listMemory(ctx, { query, limit, offset: 0, status: "active", ...(scope && { scope }) });
  const records = found.map(({ id, type, scope, content }) => ({ id, type, scope, content }));
  return { value: { records }, summary: `${records.length} records match.` };
}
