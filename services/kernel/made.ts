/** What a verb that makes something answers with: `existing` says that it was there before, so that nothing was made. */
export type Made<Value> = {
  value: Value;
  existing: boolean;
  /** A cookie for the browser that asked, as `Set-Cookie` has it. An answer that is given again lacks it. */
  cookie?: string;
};

/** Returns what was made just now. */
export const made = <Value>(value: Value): Made<Value> => ({ value, existing: false });

/** Returns what was there before. */
export const existing = <Value>(value: Value): Made<Value> => ({ value, existing: true });
