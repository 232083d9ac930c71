import { Button } from "../kit/button.tsx";
import { useFrame, useResource } from "../shell/mod.ts";

const WHY = {
  run: "You chose to follow this run: what it says comes into your inbox.",
  asked: "You asked for this run, so what it says comes into your inbox.",
  repository: "You follow its repository, so what it says comes into your inbox.",
  unfollowed: "You do not follow this run. Only what needs you comes into your inbox.",
  none: "Only what needs you comes into your inbox.",
} as const;

/** A button that follows or unfollows a run. Its tooltip says why the run is followed. */
export function FollowRun({ id }: { id: string }) {
  const { call, toasts } = useFrame();
  const params = { id };
  const follow = useResource(
    ({ call }) => call("GET /runs/:id/follow", { params }),
    ({ type }) => /^notification\.(?:un)?followed$/.test(type),
    id,
  );
  const state = follow.value.value;
  if (!state) return null;
  const { following, reason } = state;
  return (
    <Button
      small
      hint={WHY[reason]}
      onPress={() =>
        toasts.attempt(() => call(`POST /runs/:id/${following ? "unfollow" : "follow"}`, { params }))
          .then(follow.refresh)}
    >
      {following ? "Unfollow" : "Follow"}
    </Button>
  );
}
