/** How much one request may take. Times are milliseconds, and count over all of its redirects where nothing else is said. */
export type OutboundLimits = {
  /** From the lookup of the name to the end of the TLS handshake, for each redirect. */
  connectMilliseconds: number;
  /** From the connection to the first byte of the answer, for each redirect. */
  firstByteMilliseconds: number;
  totalMilliseconds: number;
  headerBytes: number;
  /** Of the body, unpacked. */
  bodyBytes: number;
  /** How many bytes one byte of a packed body may become. */
  ratio: number;
  redirects: number;
  /** Of the body that is sent. */
  sentBytes: number;
};

/** What holds where a caller says nothing else. */
export const DEFAULT_LIMITS: Readonly<OutboundLimits> = {
  connectMilliseconds: 10_000,
  firstByteMilliseconds: 10_000,
  totalMilliseconds: 20_000,
  headerBytes: 32 * 1024,
  bodyBytes: 10 * 1024 * 1024,
  ratio: 100,
  redirects: 5,
  sentBytes: 1024 * 1024,
};
