import type { Signal } from "@preact/signals";
import type { createClient, Transport } from "../../../client/client.ts";
import type { DraftStorage } from "../model/draft.ts";
import type { Delivery } from "../model/types.ts";

/** What the review needs of the page that it is on. */
export type ReviewDoor = {
  call: ReturnType<typeof createClient>;
  send: Transport;
  storage: DraftStorage;
  /** Where an approved patch goes; the reader's last choice. */
  delivery?: Signal<Delivery>;
};
