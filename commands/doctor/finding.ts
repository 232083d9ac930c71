/** The result of one check. `fix` is a command, or an exact instruction, that repairs it. */
export type DoctorFinding = {
  name: string;
  status: "ok" | "warning" | "failed";
  detail: string;
  fix?: string;
};

/** A check that found nothing wrong. */
export const ok = (name: string, detail: string): DoctorFinding => ({ name, status: "ok", detail });
/** A check that found what limits the service but does not stop it. */
export const warning = (name: string, detail: string, fix?: string): DoctorFinding => ({
  name,
  status: "warning",
  detail,
  ...(fix !== undefined && { fix }),
});
/** A check that found what must be repaired first. */
export const failed = (name: string, detail: string, fix: string): DoctorFinding => ({
  name,
  status: "failed",
  detail,
  fix,
});
