/** A second, in milliseconds. */
export const SECOND = 1_000;

/** A minute, in milliseconds. */
export const MINUTE = 60 * SECOND;

/** An hour, in milliseconds. */
export const HOUR = 60 * MINUTE;

/** A day of 24 hours, in milliseconds. */
export const DAY = 24 * HOUR;
