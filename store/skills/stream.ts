import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream } from "../stream.ts";
import { skillContentSchema, skillFindingSchema, skillStateSchema } from "./document.ts";
import { skillEvents } from "./events.ts";

const skillDocumentSchema = skillContentSchema.extend({
  id: z.string(),
  version: z.number().int(),
  materialId: z.string(),
  findings: z.array(skillFindingSchema),
  rules: z.number().int(),
  state: skillStateSchema,
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SkillDocument = z.infer<typeof skillDocumentSchema>;

/** One version of a skill: the files with one hash. Different content with the same name is another version. */
export const skillStream = defineStream<SkillDocument>()({
  kind: "skill",
  version: 1,
  events: skillEvents,
  indexes: [["name"], ["state"], ["contentSha256"]],
  countBy: "state",
  evolve: (skill, event) => {
    if (event.type === "skill.imported") {
      const { actor, at } = event;
      return { id: idOf(event), ...event.data, createdBy: actor, createdAt: at, updatedAt: at };
    }
    if (!skill) return null;
    const updatedAt = event.at;
    switch (event.type) {
      case "skill.scanned":
        return { ...skill, ...event.data, updatedAt };
      case "skill.released":
        return { ...skill, state: "released", updatedAt };
      case "skill.rejected":
        return { ...skill, state: "rejected", updatedAt };
      case "skill.superseded":
        return { ...skill, state: "stale", updatedAt };
    }
  },
});
