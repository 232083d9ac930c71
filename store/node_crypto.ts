type NodeCrypto = typeof import("node:crypto");

let loaded: NodeCrypto | undefined;

/**
 * Node's cryptography, which hashes synchronously. It is loaded when first used: a service that starts would wait for it for
 * longer than for its database.
 */
export const nodeCrypto = (): NodeCrypto => loaded ??= globalThis.process.getBuiltinModule("node:crypto");
