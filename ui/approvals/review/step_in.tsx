import { Button } from "../../kit/button.tsx";
import { useFrame } from "../../shell/mod.ts";

/** A button that enters the result and opens the run, which shows how to open its worktree. */
export function StepInButton({ runId, about }: { runId: string; about: string }) {
  const { call, navigate, toasts } = useFrame();
  const enter = async () => {
    const entered = await toasts.attempt(
      () => call("POST /runs/:id/enter", { params: { id: runId }, body: {} }),
      () => "This review is withdrawn: a new one shows the result when you hand it back.",
    );
    if (entered) navigate(about);
  };
  return <Button onPress={() => void enter()}>Change it by hand …</Button>;
}
