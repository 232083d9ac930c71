import { exercise, type MakeExercises } from "../kit/exercise.ts";

const source = `name: Notes
nodes:
  - id: write
    kind: prompt
    with:
      content: create NOTES.md with "first notes"
`;

const make: MakeExercises = async ({ h, repository }) => {
  const { id } = await h.operator("POST /saved-workflows", { body: { source } });
  const { id: other } = await h.operator("POST /saved-workflows", { body: { source } });
  return {
    reads: [
      exercise("GET /workflow-templates"),
      exercise("GET /workflow-primitives"),
      exercise("GET /saved-workflows"),
      exercise("GET /saved-workflows/:id", { ids: { id } }),
    ],
    writes: [
      exercise("POST /workflow-builder/assist", { body: { content: "run npm test; tell me: done" } }),
      exercise("POST /workflow-test-runs/run", { body: { source } }),
      exercise("POST /saved-workflows", { body: { source, note: "again" } }),
      exercise("POST /saved-workflows/:id/activate", { ids: { id }, body: {} }),
      exercise("POST /saved-workflows/:id/run", { ids: { id }, body: { repoPath: repository.root } }),
      exercise("POST /saved-workflows/:id/deactivate", { ids: { id }, body: { reason: "for now" } }),
    ],
    ends: [exercise("DELETE /saved-workflows/:id", { ids: { id: other } })],
  };
};
export default make;
