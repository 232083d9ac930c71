type NodeCrypto = typeof import("node:crypto");

let loaded: NodeCrypto | undefined;

/**
 * Node's cryptography, which hashes synchronously. It is loaded on first use, because loading it takes longer than
 * opening the database.
 */
export const nodeCrypto = (): NodeCrypto => loaded ??= globalThis.process.getBuiltinModule("node:crypto");
