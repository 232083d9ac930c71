import { type DoctorFinding, failed, ok, warning } from "./finding.ts";
import { LOCAL } from "../local.later.ts";
import { localTime } from "../render/cell.ts";
import { DAY } from "../../store/shared/durations.ts";

/** The tolerated difference, which clocks that are synchronized over the network never reach. */
const TOLERANCE_MILLISECONDS = 60_000;

/** Checks the clock of this machine against the log. If the log is ahead, the clock jumped. */
export async function checkClock(databaseFile: string, now = new Date()): Promise<DoctorFinding> {
  const { readClock } = await LOCAL.clock();
  const { newest, setBack } = readClock(databaseFile, TOLERANCE_MILLISECONDS);
  const shown = localTime(now.toISOString());
  if (newest && Date.parse(newest.at) - now.getTime() > TOLERANCE_MILLISECONDS) {
    return failed(
      "clock",
      `The newest log entry, ${newest.seq}, is from ${
        localTime(newest.at)
      }, but this machine's clock says ${shown}.`,
      SET_CLOCK,
    );
  }
  if (setBack && now.getTime() - Date.parse(setBack.at) < DAY) {
    return warning(
      "clock",
      `The clock was set back: entry ${setBack.seq} is from ${localTime(setBack.at)}, the previous one from ${
        localTime(setBack.before)
      }.`,
      SET_CLOCK,
    );
  }
  return ok("clock", `The clock agrees with the log: ${shown}.`);
}

const SET_CLOCK = Deno.build.os === "darwin"
  ? "sudo sntp -sS time.apple.com"
  : "sudo timedatectl set-ntp true    # then: timedatectl status";
