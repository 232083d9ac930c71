import { millisecondsOf } from "../kernel/duration.ts";

/** How long an approval waits for a person unless its subject ends before, and with it everything that waits like one. */
export const APPROVAL_LIFETIME = "P30D";

const MILLISECONDS = millisecondsOf(APPROVAL_LIFETIME)!;

/** Returns when what waits for a person since a moment expires. */
export const expiryFrom = (since: Date): string => new Date(since.getTime() + MILLISECONDS).toISOString();
