import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { useFrame, useQuery } from "../../shell/mod.ts";
import { editPath, type Workflow, WORKFLOWS_PATH } from "../types.ts";
import { ActivateDialog } from "./activate_dialog.tsx";
import { RunDialog } from "./run_dialog.tsx";

/** The actions on a version of a workflow. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const { call, toasts, navigate } = useFrame();
  const [query, setQuery] = useQuery();
  const open = useSignal<"run" | "activate" | "delete" | null>(null);
  useEffect(() => {
    if (query.run === "1") open.value = "run";
  }, [query.run]);
  const close = () => {
    open.value = null;
    if (query.run) setQuery({ run: null });
  };
  const { id, name, version, activeVersion } = workflow;
  const params = { id };
  const deactivate = () =>
    toasts.attempt(
      () => call("POST /saved-workflows/:id/deactivate", { params }),
      () => `${name} is inactive.`,
    );
  const remove = async () => {
    close();
    const done = await toasts.attempt(
      () => call("DELETE /saved-workflows/:id", { params }),
      () => `${name} is deleted.`,
    );
    if (done) navigate(WORKFLOWS_PATH);
  };
  return (
    <>
      <Button kind="primary" onPress={() => open.value = "run"}>Run …</Button>
      {activeVersion === version
        ? <Button onPress={() => deactivate()}>Deactivate</Button>
        : <Button onPress={() => open.value = "activate"}>Activate …</Button>}
      <a class="button" href={editPath(id)}>Edit</a>
      <Button kind="danger" onPress={() => open.value = "delete"}>Delete …</Button>
      {open.value === "run" && <RunDialog workflow={workflow} onClose={close} />}
      {open.value === "activate" && <ActivateDialog workflow={workflow} onClose={close} />}
      {open.value === "delete" && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete the workflow"
          danger
          onConfirm={() => remove()}
          onClose={close}
        >
          <p>You can no longer change or activate it. Its versions are kept on record.</p>
        </Confirm>
      )}
    </>
  );
}
