import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { useFrame } from "../frame.ts";

/** Asks for the token again, if it was rotated or lost. The page keeps its state. */
export function SignIn() {
  const { session, live, toasts } = useFrame();
  const token = useSignal("");
  const problem = useSignal<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const known = await toasts.attempt(() => session.signIn(token.value));
    problem.value = known === false ? "The token is not valid." : null;
    if (known) live.retry();
  };
  return (
    <Banner tone="warning">
      <form class="sign-in" onSubmit={submit}>
        <p>
          The service asks for the operator's token. It is in the file <code>token</code>{" "}
          of the storage directory, unless the service was started with{" "}
          <code>AGENT_HARNESS_TOKEN</code>. Or sign in from a terminal: <code>agent-harness open</code>
        </p>
        <Field label="Operator token" problem={problem.value}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="password"
              autocomplete="current-password"
              required
              value={token.value}
              onInput={(event) => token.value = event.currentTarget.value}
            />
          )}
        </Field>
        <button type="submit" class="button button-primary">Sign in</button>
      </form>
    </Banner>
  );
}
