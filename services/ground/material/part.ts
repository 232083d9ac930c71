import { removeMarked, settleMarks } from "../../../store/marked_content.ts";
import { removePending } from "../../../store/pending_files.ts";
import { inParts } from "../kernel/in_parts.ts";
import { part } from "../kernel/part.ts";
import { eraseOrphans, expireMaterial } from "./erase.ts";

/** Removes content whose retention has ended, and what a killed service was writing or removing. */
export const material = part({
  name: "material",
  start: async (_, { store, artifacts }) => {
    await artifacts.removeUnfinished();
    await removeMarked(store, artifacts);
    await removePending(store, artifacts);
  },
  tidy: async (ctx) => {
    const { done } = await inParts(ctx, (most) => expireMaterial(ctx, most));
    return { expiredMaterial: done + await eraseOrphans(ctx) };
  },
  clean: async ({ store, artifacts }) => {
    await settleMarks(store, artifacts);
    await removePending(store, artifacts);
  },
});
