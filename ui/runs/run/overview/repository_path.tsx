import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { useFrame } from "../../../shell/mod.ts";

/** A directory on the service's machine, with a button that opens it there. */
export function RepositoryPath({ path }: { path: string }) {
  const { call, toasts } = useFrame();
  const open = () =>
    toasts.attempt(() => call("POST /shell/open-path", { body: { path } }), ({ detail }) => detail);
  return (
    <span class="copy">
      <code class="wrap-anywhere">{path}</code>
      <Button small kind="quiet" label="Show the directory on the service's machine" onPress={open}>
        <Icon name="folder" />
      </Button>
    </span>
  );
}
