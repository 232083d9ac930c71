import { OF_RUNS } from "../store/shared/undecided.ts";

/** Returns what an approval is about if that is not the work of its run, such as an undo or a planned action; null otherwise. */
export const otherSubject = (
  { subject }: { subject?: { kind: string; id: string } | undefined },
): { kind: string; id: string } | null => !subject || OF_RUNS.includes(subject.kind) ? null : subject;
