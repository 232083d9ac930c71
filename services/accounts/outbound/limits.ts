/** The limits of one request. Times are in milliseconds and include all redirects unless stated otherwise. */
export type OutboundLimits = {
  /** To the end of the TLS handshake, for each redirect. Of several addresses, each but the last has a share of it. */
  connectMilliseconds: number;
  /** From the connection to the first byte of the response, for each redirect. */
  firstByteMilliseconds: number;
  totalMilliseconds: number;
  headerBytes: number;
  /** Of the body, unpacked. */
  bodyBytes: number;
  /** How many bytes one byte of a compressed body may become. */
  ratio: number;
  redirects: number;
  /** Of the body that is sent. */
  sentBytes: number;
};

/** The defaults. */
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
