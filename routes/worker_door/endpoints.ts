import type { z } from "zod";
import type { WorkerMachineDocument } from "../../store/worker_machines/machine.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import { InvalidError, NotFoundError } from "../../services/ground/kernel/errors.ts";
import { enrolMachine } from "../../services/workforce/worker_machines/enrol.ts";
import { claim } from "../../services/workforce/worker_machines/leases/claim.ts";
import {
  countSent,
  deliver,
  heartbeat,
  keepOutput,
  receiveAgain,
  requireLease,
} from "../../services/workforce/worker_machines/leases/deliver.ts";
import { nextTicket } from "../../services/workforce/worker_machines/leases/ticket.ts";
import { PROTOCOL } from "../../services/workforce/worker_machines/wire/protocol.ts";
import {
  claimInputSchema,
  deliveryInputSchema,
  enrolInputSchema,
  MAX_OUTPUT_BYTES,
  ticketInputSchema,
} from "../../services/workforce/worker_machines/wire/shapes.ts";
import {
  inboxInputSchema,
  machineMessagesSchema,
  MAX_MESSAGES_BYTES,
} from "../../services/workforce/worker_machines/wire/message_shapes.ts";
import {
  decodeModelCall,
  encodeModelAnswer,
  type ForwardedCall,
  MAX_MODEL_CALL_BYTES,
} from "../../services/workforce/worker_machines/wire/model_call.ts";
import { jsonOf } from "../body.ts";
import { parsePart } from "../parse.ts";

/** A request of a machine that is known. */
type Asked = {
  machine: WorkerMachineDocument;
  params: readonly string[];
  body: Uint8Array;
  /** Its `signal` is read only by what waits: with it, Deno makes an exception for each answer. */
  request: Request;
};

/** One endpoint of the door for worker machines: open to anyone, or for a machine that is known. */
type DoorEndpoint =
  & { method: "GET" | "POST" | "PUT"; path: RegExp; bodyLimit: number }
  & (
    | { open: (ctx: ServiceCtx, body: Uint8Array) => unknown }
    | { answer: (ctx: ServiceCtx, asked: Asked) => unknown }
  );

/** Returns what a body says. Throws `InvalidError` if it does not have the shape. */
const parsed = <Output>(schema: z.ZodType<Output>, body: Uint8Array): Output =>
  parsePart(schema, () => jsonOf(body), "body")!;

const SMALL = 64 * 1024;

const HASH = "([0-9a-f]{64})";
const LEASE = "(lease_[0-9a-f-]{36})";

/** What worker machines may call; no other address answers there. */
export const DOOR_ENDPOINTS: readonly DoorEndpoint[] = [
  {
    method: "GET",
    path: /^\/worker\/door$/,
    bodyLimit: 0,
    open: (ctx) => ({ protocol: PROTOCOL, epoch: ctx.machines.epoch }),
  },
  {
    method: "POST",
    path: /^\/worker\/enrolments$/,
    bodyLimit: SMALL,
    open: (ctx, body) => enrolMachine(ctx, parsed(enrolInputSchema, body)),
  },
  {
    method: "POST",
    path: /^\/worker\/tickets$/,
    bodyLimit: SMALL,
    answer: (ctx, { machine, body, request }) =>
      nextTicket(ctx, machine, parsed(ticketInputSchema, body), request.signal),
  },
  {
    method: "POST",
    path: /^\/worker\/claims$/,
    bodyLimit: SMALL,
    answer: (ctx, { machine, body }) => claim(ctx, machine, parsed(claimInputSchema, body)),
  },
  {
    method: "GET",
    path: new RegExp(`^/worker/objects/${HASH}$`),
    bodyLimit: 0,
    answer: (ctx, { machine, params: [hash = ""], request }) =>
      sendObject(ctx, machine, hash, request.headers),
  },
  {
    method: "POST",
    path: new RegExp(`^/worker/leases/${LEASE}/heartbeats$`),
    bodyLimit: 0,
    answer: (ctx, { machine, params: [id = ""] }) => ({ lease: heartbeat(ctx, machine.id, id) }),
  },
  {
    method: "PUT",
    path: new RegExp(`^/worker/leases/${LEASE}/objects/${HASH}$`),
    bodyLimit: MAX_OUTPUT_BYTES,
    answer: async (ctx, { machine, params: [leaseId = "", hash = ""], body }) => {
      await keepOutput(ctx, machine.id, { leaseId, hash, content: body });
      return { kept: hash };
    },
  },
  {
    method: "POST",
    path: new RegExp(`^/worker/leases/${LEASE}/messages$`),
    bodyLimit: MAX_MESSAGES_BYTES,
    answer: async (ctx, { machine, params: [id = ""], body }) => {
      const said = parsed(machineMessagesSchema, body);
      const { first, messages } = said;
      const lease = ctx.machines.leaseOf(machine.id, id);
      if (!lease) return { received: receiveAgain(ctx, machine, id, said) };
      countSent(lease, body.length);
      const received = await lease.link.receive(first, messages);
      await ctx.settled();
      return { received };
    },
  },
  {
    method: "POST",
    path: new RegExp(`^/worker/leases/${LEASE}/inbox$`),
    bodyLimit: SMALL,
    answer: async (ctx, { machine, params: [id = ""], body, request: { signal } }) => {
      const { received, waitSeconds } = parsed(inboxInputSchema, body);
      return { messages: await requireLease(ctx, machine.id, id).link.next(received, waitSeconds, signal) };
    },
  },
  {
    method: "POST",
    path: new RegExp(`^/worker/leases/${LEASE}/models$`),
    bodyLimit: MAX_MODEL_CALL_BYTES,
    answer: async (ctx, { machine, params: [id = ""], body }) => {
      const { answerModelCall } = requireLease(ctx, machine.id, id);
      if (!answerModelCall) throw new InvalidError("This lease is for no program that calls models here.");
      return encodeModelAnswer(await answerModelCall(modelCallIn(body)));
    },
  },
  {
    method: "POST",
    path: new RegExp(`^/worker/leases/${LEASE}/delivery$`),
    bodyLimit: 256 * 1024,
    answer: (ctx, { machine, params: [id = ""], body }) =>
      deliver(ctx, machine, id, parsed(deliveryInputSchema, body)),
  },
];

/** Returns the content of an object that the machine may fetch now, from an offset if it has the beginning. */
async function sendObject(
  ctx: ServiceCtx,
  machine: WorkerMachineDocument,
  hash: string,
  headers: Headers,
): Promise<Response> {
  const path = ctx.machines.leasesOf(machine.id).map(({ objects }) => objects.get(hash)).find(Boolean);
  if (path === undefined) throw new NotFoundError("object", hash);
  const file = await Deno.open(path);
  const from = Number(/^bytes=(\d{1,15})-$/.exec(headers.get("range") ?? "")?.[1] ?? 0);
  await file.seek(from, Deno.SeekMode.Start);
  return new Response(file.readable, {
    status: from > 0 ? 206 : 200,
    headers: { "content-type": "application/octet-stream" },
  });
}

function modelCallIn(body: Uint8Array): ForwardedCall {
  try {
    return decodeModelCall(body);
  } catch (cause) {
    throw new InvalidError(
      "This is not a call of a model: a line of JSON with method, path and headers, and the body.",
      { cause },
    );
  }
}
