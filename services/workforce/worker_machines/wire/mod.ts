/**
 * What worker machines and their control plane say to each other.
 *
 * @module
 */
export { isSignedBy, makeKeys, sign } from "./keys.ts";
export { PROTOCOL, requireProtocol } from "./protocol.ts";
export * from "./shapes.ts";
export * from "./message_shapes.ts";
export { decodeModelAnswer, encodeModelCall, type ForwardedCall } from "./model_call.ts";
export * from "./task_shapes.ts";
export { type Lane, laneOf, MACHINE_HEADERS, requestText, type SignedRequest } from "./signed_request.ts";
export { statementText, taskStatementText } from "./statement.ts";
