import { z } from "zod";

/** What an artifact such as a note is about, within its run; an artifact is named by its path. */
export const artifactSubjectSchema = z.object({
  kind: z.enum(["approval", "evaluation", "task_session", "artifact"]),
  id: z.string(),
});
export type ArtifactSubject = z.infer<typeof artifactSubjectSchema>;
