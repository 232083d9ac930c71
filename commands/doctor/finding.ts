/** The result of one check. `fix` is a command, or an exact instruction, that repairs it. */
export type DoctorFinding = {
  name: string;
  status: "ok" | "warning" | "failed";
  detail: string;
  fix?: string;
};

export const ok = (name: string, detail: string): DoctorFinding => ({ name, status: "ok", detail });
export const warning = (name: string, detail: string, fix?: string): DoctorFinding => ({
  name,
  status: "warning",
  detail,
  ...(fix !== undefined && { fix }),
});
export const failed = (name: string, detail: string, fix: string): DoctorFinding => ({
  name,
  status: "failed",
  detail,
  fix,
});
