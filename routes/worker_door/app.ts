import { contextFor } from "../../services/ground/kernel/context.ts";
import { TooMuchError } from "../../services/ground/kernel/errors.ts";
import { working } from "../../services/ground/kernel/loop_watch.ts";
import type { Service } from "../../services/parts.ts";
import { authenticate } from "../../services/workforce/worker_machines/authenticate.ts";
import type { BodyReader } from "../body_reader.ts";
import { describeError, errorResponse } from "../errors.ts";
import { SECURITY_HEADERS } from "../respond.ts";
import { DOOR_ENDPOINTS } from "./endpoints.ts";

/** How many requests of one machine are answered at once. */
const MAX_AT_ONCE = 16;

/**
 * Returns what answers worker machines. Only they are let in, by token and signature, and nothing else of the service can be
 * asked here.
 */
export function workerDoor(service: Service, bodies: BodyReader): (request: Request) => Promise<Response> {
  const open = new Map<string, number>();
  return async (request) => {
    const url = new URL(request.url);
    const found = DOOR_ENDPOINTS.find(({ method, path }) =>
      method === request.method && path.test(url.pathname)
    );
    if (!found) return errorResponse(404, "There is nothing here for anyone but worker machines.", null);
    const name = `${found.method} ${url.pathname.replaceAll(/(?:lease_)?[0-9a-f-]{36,}/g, ":id")}`;
    using _work = working(name);
    const began = performance.now();
    const ctx = contextFor(service, "system");
    try {
      const body = await bodies.read(request, found.bodyLimit);
      if ("open" in found) return answered(await found.open(ctx, body));
      const { method, headers } = request;
      const path = `${url.pathname}${url.search}`;
      const machine = await authenticate(ctx, { method, path, headers, body });
      const going = (open.get(machine.id) ?? 0) + 1;
      if (going > MAX_AT_ONCE) {
        throw new TooMuchError(`More than ${MAX_AT_ONCE} requests of ${machine.name} at once. Wait.`, 1);
      }
      open.set(machine.id, going);
      try {
        const params = found.path.exec(url.pathname)!.slice(1);
        return answered(await found.answer(ctx, { machine, params, body, request }));
      } finally {
        open.set(machine.id, open.get(machine.id)! - 1);
      }
    } catch (error) {
      const { status, message, unexpected } = describeError(service.store.commits.unreadable ?? error);
      if (unexpected) service.log.error(`${request.method} ${url.pathname} of a worker machine`, error);
      return errorResponse(status, service.redactor.text(message), null);
    } finally {
      service.measures.request(name, performance.now() - began);
    }
  };
}

function answered(value: unknown): Response {
  if (value instanceof Response) return value;
  return new Response(JSON.stringify(value), {
    headers: { ...SECURITY_HEADERS, "content-type": "application/json" },
  });
}
