import process from "node:process";

/** The version of the time zone tables that schedules use, such as `2026b`. */
export const TZ_VERSION: string = process.versions.tz ?? "unknown";
