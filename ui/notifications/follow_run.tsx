import { Button } from "../kit/button.tsx";
import { createResource } from "../kit/resource.ts";
import { type Frame, useFrame, useLive, usePageStore } from "../shell/mod.ts";

const WHY = {
  run: "You chose to follow this run: what it says comes into your inbox.",
  asked: "You asked for this run, so what it says comes into your inbox.",
  repository: "You follow its repository, so what it says comes into your inbox.",
  unfollowed: "You do not follow this run. Only what needs you comes into your inbox.",
  none: "Only what needs you comes into your inbox.",
} as const;

/** Follows a run, or stops; its title says why it is followed. */
export function FollowRun({ id }: { id: string }) {
  const { toasts } = useFrame();
  const params = { id };
  const store = usePageStore(({ call }: Frame) => ({
    state: createResource(() => call("GET /runs/:id/follow", { params })),
    change: (following: boolean) => call(`POST /runs/:id/${following ? "follow" : "unfollow"}`, { params }),
  }), id);
  useLive(({ type }) => /^notification\.(?:un)?followed$/.test(type), () => void store.state.refresh(), id);
  const state = store.state.value.value;
  if (!state) return null;
  const { following, reason } = state;
  return (
    <Button
      hint={WHY[reason]}
      onPress={() => void toasts.attempt(() => store.change(!following)).then(store.state.refresh)}
    >
      {following ? "Unfollow" : "Follow"}
    </Button>
  );
}
