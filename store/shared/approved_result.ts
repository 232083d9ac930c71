/** Returns whether what an approval shows is written, or will be. Nothing is written of a result that does not fit any more. */
export const isToBeWritten = (
  { status, application }: { status: string; application: string },
): boolean => status === "approved" && application !== "stale";
