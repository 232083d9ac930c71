/** The result of a verb that creates something; `existing` means that it existed before, so nothing was created. */
export type Made<Value> = {
  value: Value;
  existing: boolean;
  /** A cookie for the browser, as in `Set-Cookie`. A repeated response does not contain it. */
  cookie?: string;
};

/** Returns what was just created. */
export const made = <Value>(value: Value): Made<Value> => ({ value, existing: false });

/** Returns what existed before. */
export const existing = <Value>(value: Value): Made<Value> => ({ value, existing: true });
