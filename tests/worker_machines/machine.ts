import assert from "node:assert/strict";
import { join } from "node:path";
import { openMachineStorage } from "../../worker.ts";
import { BodyReader } from "../../routes/body_reader.ts";
import { startHttpServer } from "../../routes/http_server.ts";
import { workerDoor } from "../../routes/worker_door/app.ts";
import { ticketAnswerSchema } from "../../services/workforce/worker_machines/wire/mod.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import {
  callOpen,
  enrol,
  enrolledSchema,
  MachineClient,
  PROTOCOL,
  RefusedError,
  type Send,
  workLoop,
} from "../../services/execution/worker_program/mod.ts";
import type { Harness } from "../harness.ts";
import { SANDBOX } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";

/** The address of the door in tests: nothing listens there. */
export const CONTROL = "http://control.test";

/** The service that machines work for. */
type ControlPlane = Pick<Harness, "operator" | "service">;

/** The configuration of a service that worker machines may connect to. */
export const DOOR = { host: "127.0.0.1", port: 0, tls: null };

/** Returns what sends requests to the door of a harness. */
export function doorOf(h: ControlPlane): Send {
  const door = workerDoor(h.service, new BodyReader());
  return (url, init) => door(new Request(url, init));
}

/** Serves the door of a harness at a port of 127.0.0.1, for machines in processes of their own; ends its leases when disposed. */
export function serveDoor(h: ControlPlane): AsyncDisposable & { control: string } {
  const bodies = new BodyReader();
  const fail = (cause: unknown) => assert.fail(String(cause));
  const answer = workerDoor(h.service, bodies);
  const listening = { host: "127.0.0.1", port: 0, limits: { maxConnections: 1_000 } };
  const server = startHttpServer({ ...listening, answer, fail, report: fail, bodies });
  return {
    control: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: async () => {
      h.service.machines.stop();
      await server.finish();
    },
  };
}

/** What to invite a machine with. */
type Invitation = {
  name?: string;
  repos?: string[];
  allowUnconfined?: boolean;
  labels?: string[];
  trust?: ("verify" | "tasks")[];
  group?: string;
};

/** Without a sandbox on this machine, tests are about machines that need none. */
const USUAL: Invitation = { name: "w1", allowUnconfined: SANDBOX === null, trust: ["verify"] };

/** Invites a machine and enrols it in a directory; returns its client. */
export async function enrolMachine(h: ControlPlane, invitation: Invitation = {}, send: Send = doorOf(h)) {
  const directory = temporaryDirectory();
  const { code } = await h.operator("POST /workers", { body: { name: "w1", ...USUAL, ...invitation } });
  const identity = await enrol(
    directory,
    CONTROL,
    (publicKey) =>
      callOpen(enrolledSchema, send, `${CONTROL}/worker/enrolments`, { protocol: PROTOCOL, code, publicKey }),
  );
  return { directory, identity, client: new MachineClient(identity, send) };
}

/** Asks for work by hand, as a confined machine would; `more` is said besides or instead. */
export const askForWork = (
  { client }: Pick<Awaited<ReturnType<typeof enrolMachine>>, "client">,
  waitSeconds = 0,
  more: Record<string, unknown> = {},
) =>
  client.call(ticketAnswerSchema, {
    method: "POST",
    path: "/worker/tickets",
    body: {
      protocol: PROTOCOL,
      version: "test",
      sandbox: { confined: true, detail: "in a sandbox" },
      warm: [],
      waitSeconds,
      ...more,
    },
  });

/** What a machine says of itself where no sandbox works. */
export const UNCONFINED = { sandbox: { confined: false, detail: "without a sandbox" } };

/** Says once what a confined machine is, as it would when it asks for work. */
export const tell = (
  machine: Parameters<typeof askForWork>[0],
  claims?: string[],
  facts = { os: "linux", arch: "x86_64" },
) => askForWork(machine, 0, { facts, ...(claims && { claims }) });

/** Requires that the door refuses something with a sentence, and with a status where one is given. */
export async function refused(work: Promise<unknown>, sentence: RegExp, status?: number): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof RefusedError, String(error));
    assert.equal(error.status, status ?? error.status);
    assert.match(error.message, sentence);
    return true;
  });
}

/** A worker machine with a storage of its own, which asks the control plane for work until disposed. */
export async function runMachine(
  h: ControlPlane,
  invitation: Invitation = {},
  send: Send = doorOf(h),
  sendLater: Send = send,
  /** Writes the configuration of the machine, such as its providers, into its directory. */
  prepare: (directory: string) => Promise<void> | void = () => {},
) {
  const enrolled = await enrolMachine(h, invitation, send);
  await prepare(enrolled.directory);
  const storage = await openMachineStorage(enrolled.directory, {
    environment: (name) => Deno.env.get(name),
    codeDirectory: null,
    log: silentLog,
  });
  const { service } = storage;
  const stop = new AbortController();
  const lines: string[] = [];
  const client = new MachineClient(enrolled.identity, sendLater);
  const ended = workLoop(
    { service, client, directory: enrolled.directory, say: (line) => void lines.push(line) },
    { signal: stop.signal },
  ).catch((cause) => void lines.push(String(cause)));
  return {
    ...enrolled,
    service,
    lines,
    copies: join(enrolled.directory, "copies"),
    ended,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      storage[Symbol.dispose]();
    },
  };
}
