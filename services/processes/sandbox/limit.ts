/** How much of this machine one command may take. */
export type Limits = { memoryBytes: number; processes: number; fileBytes: number };

/** A limit that ended or held up a command. */
export type ReachedLimit = keyof Limits;
