import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { plannerDraftStream } from "../../store/planner/draft_stream.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h: { service } }) => {
  const id = service.newId("pld");
  const created = {
    sourceId: "local",
    actionId: "action_1",
    sha256: "0".repeat(64),
    messageSha256: "0".repeat(64),
    messageId: "<1@home.example>",
    recipients: 1,
  };
  const detail = "The connection closed while the mail was being sent.";
  await service.store.commit(() =>
    record(contextFor(service, "system"), plannerDraftStream, id, [
      { type: "planner.draft_created", data: created },
      { type: "planner.draft_sending", data: {} },
      { type: "planner.draft_handed_over", data: {} },
      { type: "planner.draft_finished", data: { status: "uncertain", rejected: [], detail } },
    ])
  );
  return {
    reads: [exercise("GET /control-plane/effects", { query: "state=uncertain" })],
    writes: [
      exercise("POST /control-plane/effects/:id/settle", {
        ids: { id: `mail.${id}` },
        body: { as: "not_done", note: "Bob never got it." },
      }),
    ],
    ends: [],
  };
};
export default make;
