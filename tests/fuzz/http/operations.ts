import type { z } from "zod";
import { DOOR_ENDPOINTS } from "../../../routes/worker_door/endpoints.ts";
import {
  claimInputSchema,
  deliveryInputSchema,
  enrolInputSchema,
  ticketInputSchema,
} from "../../../services/workforce/worker_machines/wire/shapes.ts";
import {
  inboxInputSchema,
  machineMessagesSchema,
} from "../../../services/workforce/worker_machines/wire/message_shapes.ts";
import { ENDPOINTS } from "../../routes/endpoints.ts";
import { type JsonSchema, schemaOf } from "../../routes/json_mutations.ts";

/** A schema with what zod says besides. */
export type Schema = JsonSchema & {
  pattern?: string;
  minimum?: number;
  maximum?: number;
  example?: unknown;
  default?: unknown;
};

/** One operation: what it takes, and whose it is. */
export type Operation = {
  key: string;
  method: string;
  path: string;
  query: Schema | null;
  body: Schema | null;
  headers: Schema | null;
  isWorkers: boolean;
};

const shape = (schema: z.ZodType | undefined): Schema | null => schema ? schemaOf(schema) : null;

const DOOR_BODIES: readonly [RegExp, z.ZodType][] = [
  [/enrolments/, enrolInputSchema],
  [/tickets/, ticketInputSchema],
  [/claims/, claimInputSchema],
  [/messages/, machineMessagesSchema],
  [/inbox/, inboxInputSchema],
  [/delivery/, deliveryInputSchema],
];

const HASH = "0".repeat(64);
const LEASE = `lease_${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`;

/** Every operation of the service, and of its door for worker machines. */
export const OPERATIONS: readonly Operation[] = [
  ...ENDPOINTS.map(({ key, method, path, endpoint }) => ({
    key,
    method,
    path,
    query: shape(endpoint.query),
    body: shape(endpoint.body),
    headers: shape(endpoint.headers),
    isWorkers: false,
  })),
  ...DOOR_ENDPOINTS.map(({ method, path: { source } }) => {
    const path = source.replaceAll("\\/", "/").replaceAll(/^\^|\$$/g, "")
      .replace("([0-9a-f]{64})", HASH).replace("(lease_[0-9a-f-]{36})", LEASE);
    const found = DOOR_BODIES.find(([pattern]) => pattern.test(path));
    const body = found ? shape(found[1]) : null;
    return { key: `${method} ${path}`, method, path, query: null, body, headers: null, isWorkers: true };
  }),
];
