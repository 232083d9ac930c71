import { Select } from "../../../kit/forms/select.tsx";
import type { PatchDelivery, Review } from "../../model/types.ts";
import type { ReviewStore } from "../store/store.ts";

const WORDS: Readonly<Record<PatchDelivery, string>> = {
  tree: "Working tree",
  branch: "New branch",
  "format-patch": "Patch file",
};

/** The choice of where an approved patch goes, which this browser remembers. */
export function DeliveryChoice({ store, review }: { store: ReviewStore; review: Review }) {
  return (
    <Select
      aria-label="Deliver to"
      title="Where the approved patch goes"
      value={store.delivery.value}
      options={review.deliveries.map((value) => ({ value, label: WORDS[value] }))}
      onChange={(event) => store.delivery.value = event.currentTarget.value as PatchDelivery}
    />
  );
}
