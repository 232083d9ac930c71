import { z } from "zod";

/** One request in a chain of redirects. */
const outboundHopSchema = z.object({
  method: z.string(),
  /** Without user, query and fragment; if the path is a secret, only the origin. */
  url: z.string(),
  /** The address that was connected to, or null. */
  address: z.string().nullable(),
  /** Null if there was no response. */
  status: z.int().nullable(),
  milliseconds: z.int().min(0),
});

/** The record of a network request. It contains no header, no query and no content. */
export const outboundReceiptSchema = z.object({
  /** The hash of the complete requested address. */
  urlSha256: z.string(),
  at: z.iso.datetime(),
  hops: z.array(outboundHopSchema),
  /** Size of the body that was sent. */
  sentBytes: z.int().min(0),
  /** Size of the last body as received, and unpacked. */
  receivedBytes: z.int().min(0),
  bodyBytes: z.int().min(0),
  /** Of the unpacked body; null if it did not arrive completely. */
  bodySha256: z.string().nullable(),
  milliseconds: z.int().min(0),
  /** Why there is no response; null if there is one. */
  failure: z.string().nullable(),
});

/** The receipt of a request that left this machine. */
export type OutboundReceipt = z.infer<typeof outboundReceiptSchema>;
