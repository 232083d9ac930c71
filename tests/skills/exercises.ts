import { exercise, type MakeExercises } from "../kit/exercise.ts";

const skill = (name: string, body = "# Steps\n") => ({
  files: [{
    path: "SKILL.md",
    content: `---\nname: ${name}\ndescription: Use it in exercises.\n---\n${body}`,
  }],
});

const make: MakeExercises = () => ({
  reads: [exercise("GET /skills"), exercise("GET /skills/schema")],
  writes: [
    exercise("POST /skills/validate", { body: skill("exercise") }),
    exercise("POST /skills/import", { body: skill("exercise") }),
  ],
});
export default make;
