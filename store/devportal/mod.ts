import { storeDomain } from "../domain.ts";
import { devportalStream } from "./stream.ts";

/** What the store holds of the developer portal's app. */
export const devportal = storeDomain({
  streams: [devportalStream],
  views: [],
  sentences: {
    "devportal.configured": ({ data, actor }) => `The ${actor} configured the app "${data.displayName}".`,
    "devportal.checked": ({ data }) => {
      const failed = data.steps.find(({ ok }) => !ok);
      return failed
        ? `The smoke check failed at the step ${failed.name}: ${failed.detail}`
        : "The smoke check passed.";
    },
  },
});
