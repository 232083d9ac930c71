import type { modelEvents } from "../../../store/model_use/events.ts";
import type { NewEvent } from "../../../store/stream.ts";

/** An event of a model's call, as it is recorded. */
export type ModelEvent = NewEvent<typeof modelEvents>;
