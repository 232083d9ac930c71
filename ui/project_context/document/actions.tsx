import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { ContextDocument } from "../types.ts";

/** The actions on a document. */
export function DocumentActions({ document, onEdit, onCheck }: {
  document: ContextDocument;
  onEdit: () => void;
  onCheck: () => void;
}) {
  const { call, toasts } = useFrame();
  const asked = useSignal(false);
  const busy = useSignal(false);
  const params = { id: document.id };
  const act = async (work: () => Promise<unknown>, done: string) => {
    busy.value = true;
    await toasts.attempt(work, () => done);
    busy.value = asked.value = false;
  };
  const change = (body: { status?: "active"; importFrom?: string }, done: string) =>
    void act(() => call("PATCH /projects/context/:id", { params, body }), done);
  return (
    <>
      <Button
        onPress={onCheck}
        hint="Checks whether the repository still has the paths and commands that the document names"
      >
        Check drift
      </Button>
      {document.source && document.drift.source === "changed" && (
        <Button
          busy={busy.value}
          onPress={() => change({ importFrom: document.source!.path }, "The file was imported again.")}
        >
          Import again
        </Button>
      )}
      <Button onPress={onEdit}>Edit …</Button>
      {document.status === "draft" && (
        <Button
          kind="primary"
          busy={busy.value}
          onPress={() => change({ status: "active" }, "Runs get it from now on.")}
        >
          Activate
        </Button>
      )}
      {document.status === "archived"
        ? (
          <Button
            busy={busy.value}
            onPress={() => change({ status: "active" }, "The document is active again.")}
          >
            Restore
          </Button>
        )
        : <Button onPress={() => asked.value = true}>Archive …</Button>}
      {asked.value && (
        <Confirm
          title="Archive this document?"
          action="Archive the document"
          busy={busy.value}
          onConfirm={() =>
            act(
              () => call("POST /projects/context/:id/archive", { params }),
              "The document is archived.",
            )}
          onClose={() => asked.value = false}
        >
          <p>
            Runs no longer get it. It stays here with its versions, and you can restore it.
          </p>
        </Confirm>
      )}
    </>
  );
}
