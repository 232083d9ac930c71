/** How much of this machine one command may use. */
export type Limits = { memoryBytes: number; processes: number; fileBytes: number };

/** A limit that ended or blocked a command. */
export type ReachedLimit = keyof Limits;
