import type { modelEvents } from "../../../../store/model_use/events.ts";
import type { NewEvent } from "../../../../store/stream.ts";

/** An event of a model call. */
export type ModelEvent = NewEvent<typeof modelEvents>;
