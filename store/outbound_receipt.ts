import { z } from "zod";

/** One request of a chain of redirects. */
export const outboundHopSchema = z.object({
  method: z.string(),
  /** Without user, query and fragment; where the path is a secret, the origin alone. */
  url: z.string(),
  /** The address that the connection was made to; null where none was. */
  address: z.string().nullable(),
  /** Null where there was no answer. */
  status: z.int().nullable(),
  milliseconds: z.int().min(0),
});

/** What a request to the network did, for the record: it holds no header, no query and no content. */
export const outboundReceiptSchema = z.object({
  /** The hash of the whole address that was asked for. */
  urlSha256: z.string(),
  at: z.iso.datetime(),
  hops: z.array(outboundHopSchema),
  /** Bytes of the body that was sent. */
  sentBytes: z.int().min(0),
  /** Bytes of the last body as they came, and unpacked. */
  receivedBytes: z.int().min(0),
  bodyBytes: z.int().min(0),
  /** Of the unpacked body; null where it did not come whole. */
  bodySha256: z.string().nullable(),
  milliseconds: z.int().min(0),
  /** Why there is no answer; null where there is one. */
  failure: z.string().nullable(),
});

/** A receipt of a request that left this machine. */
export type OutboundReceipt = z.infer<typeof outboundReceiptSchema>;

/** One request of a receipt. */
export type OutboundHop = z.infer<typeof outboundHopSchema>;
