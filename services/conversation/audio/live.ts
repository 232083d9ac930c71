/** What a context has for audio: the work on recordings. */
export type AudioLive = {
  audio: {
    /** Looks for recordings that are waiting to be transcribed. */
    kick: () => void;
    /** Stops the work on a session's recordings; resolves when it has ended. */
    cancel: (sessionId: string) => Promise<void>;
    /** Resolves when no work is in progress. */
    idle: () => Promise<void>;
  };
};
