import type { Service } from "../../services/parts.ts";
import { ConfigError } from "../../services/ground/kernel/config.ts";
import type { WorkerDoorConfig } from "../../services/ground/kernel/worker_door_config.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { BodyReader } from "../body_reader.ts";
import { describeError, errorResponse } from "../errors.ts";
import { type HttpServer, startHttpServer } from "../http_server.ts";
import { maxConnections } from "../open_files.ts";
import { workerDoor } from "./app.ts";

/**
 * Listens for worker machines at an address of their own. Throws `ConfigError` if the certificate cannot be read,
 * and `Deno.errors.AddrInUse`.
 */
export function listenForMachines(service: Service, door: WorkerDoorConfig): HttpServer {
  const bodies = new BodyReader();
  const server = startHttpServer({
    host: door.host,
    port: door.port,
    ...(door.tls && { tls: { cert: read(door.tls.certificate), key: read(door.tls.key) } }),
    answer: workerDoor(service, bodies),
    fail: (cause) => {
      service.log.error("A request of a worker machine could not be answered", cause);
      return errorResponse(500, describeError(cause).message, null);
    },
    report: (cause) => service.log.error("A worker machine could not connect", cause),
    limits: { maxConnections: maxConnections(service.config.maxConnections) },
    bodies,
  });
  service.machines.port = server.port;
  return server;
}

function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (cause) {
    throw new ConfigError(
      `${path}, for the connections of worker machines, cannot be read: ${messageOf(cause)}.`,
    );
  }
}
