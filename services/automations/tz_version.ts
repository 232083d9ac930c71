import process from "node:process";

/** The version of the tables of time zones that schedules are reckoned by, such as `2026b`. */
export const TZ_VERSION: string = process.versions.tz ?? "unknown";
