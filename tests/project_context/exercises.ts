import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, repository }) => {
  const body = {
    title: "Guide",
    documentType: "guide",
    content: "# Guide\n\nSay `colour`.\n",
    projectPath: repository.root,
  };
  const { id } = await h.operator("POST /projects/context", { body });
  return {
    reads: [
      exercise("GET /projects/context"),
      exercise("GET /projects/context/:id", { ids: { id } }),
    ],
    writes: [
      exercise("POST /projects/context", { body }),
      exercise("PATCH /projects/context/:id", { ids: { id }, body: { title: "Guide, second edition" } }),
      exercise("POST /projects/context/:id/archive", { ids: { id } }),
    ],
  };
};
export default make;
