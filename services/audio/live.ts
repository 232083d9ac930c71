/** What a context carries of audio: the work on recordings. */
export type AudioLive = {
  audio: {
    /** Looks for recordings that wait to be transcribed. */
    kick: () => void;
    /** Stops what works on a session's recordings; resolves when nothing of it is left. */
    cancel: (sessionId: string) => Promise<void>;
    /** Resolves when nothing is being worked on. */
    idle: () => Promise<void>;
  };
};
