import type { Signal } from "@preact/signals";
import type { createClient, Transport } from "../../../../client/client.ts";
import type { BrowserStorage } from "../../../shell/storage.ts";
import type { PatchDelivery } from "../../model/types.ts";

/** The services that the page provides to a review. */
export type ReviewServices = {
  call: ReturnType<typeof createClient>;
  send: Transport;
  storage: BrowserStorage;
  /** The destination of an approved patch; the reader's last choice. */
  delivery?: Signal<PatchDelivery>;
};
