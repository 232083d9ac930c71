import type { Harness } from "../harness.ts";

/** Steps in and resolves once the person is in the worktree. */
export async function enter(h: Harness, id: string, body: { taskId?: string; by?: string } = {}) {
  const asked = await h.operator("POST /runs/:id/enter", { params: { id }, body });
  await h.until(id, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
  return { asked, place: await h.operator("POST /runs/:id/enter", { params: { id }, body }) };
}
