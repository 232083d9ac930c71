import { Button } from "../kit/button.tsx";
import { type Resource } from "../kit/resource.ts";
import { useFrame, useResource } from "../shell/mod.ts";
import type { Follows } from "./model/types.ts";

/** Returns the followed repositories, kept up to date. */
export function useFollows(): Resource<Follows> {
  const follows = useResource(
    ({ call }) => call("GET /follows", { query: { limit: 1000 } }),
    ({ type }) => /^notification\.(?:un)?followed$/.test(type),
  );
  return follows;
}

/** A button that follows or unfollows a repository. */
export function FollowRepository({ root, follows }: { root: string; follows: Resource<Follows> }) {
  const { call, toasts } = useFrame();
  const known = follows.value.value;
  if (!known) return null;
  const following = known.items.some(({ repository }) => repository === root);
  const change = () =>
    call(`POST /repositories/${following ? "unfollow" : "follow"}`, { body: { repoPath: root } });
  return (
    <Button
      small
      label={`${following ? "Unfollow" : "Follow"} ${root}`}
      onPress={() => toasts.attempt(change).then(follows.refresh)}
    >
      {following ? "Unfollow" : "Follow"}
    </Button>
  );
}
