/**
 * What runs on a worker machine: it connects to a control plane, claims verifications and delivers what it found.
 *
 * @module
 */
export { BeatThread } from "./beat_thread.ts";
export { callOpen, MachineClient, RefusedError, type Send, sendTrusting } from "./client.ts";
export { enrol, type Identity, readIdentity } from "./identity.ts";
export { workLoop } from "./loop.ts";
export { PROTOCOL } from "../../workforce/worker_machines/wire/mod.ts";
export { enrolledSchema } from "../../workforce/worker_machines/wire/mod.ts";
