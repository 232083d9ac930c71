import type { EventRow } from "./event.ts";
import { nodeCrypto } from "./node_crypto.ts";

/** The `prev_hash` of the first event. */
export const GENESIS = "0".repeat(64);

/** Returns the SHA-256 of bytes, or of a text in UTF-8, in lower-case hex. */
export const sha256 = (text: string | Uint8Array): string => nodeCrypto().hash("sha256", text, "hex");

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const pool = new Uint8Array(4096);
let used = pool.length;

/** 128 random bits in hex. The salt is erased with the data, so that the hash cannot confirm a guess. */
export function newSalt(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let salt = "";
  for (const end = used + 16; used < end; used++) salt += HEX[pool[used]!];
  return salt;
}

/** The hash of an event's data as the chain covers it. */
export const hashData = (salt: string, data: string): string => sha256(salt + data);

/** The hash of an event. It covers all fields, but the data only by its hash. */
export function hashEvent(row: Omit<EventRow, "hash" | "data" | "salt" | "erased_by">): string {
  return sha256(JSON.stringify([
    row.seq,
    row.stream,
    row.version,
    row.type,
    row.at,
    row.actor,
    row.run_id,
    row.task_session_id,
    row.conversation_id,
    row.data_sha256,
    row.prev_hash,
  ]));
}
