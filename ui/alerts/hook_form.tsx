import { useSignal } from "@preact/signals";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Segments } from "../kit/forms/segments.tsx";
import { SelectField } from "../kit/forms/select.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import type { AlertCategory, Hook } from "./types.ts";
import { CATEGORY_WORDS, CONTENT_WORDS, KIND_WORDS } from "./words.ts";
import { keysOf } from "../../store/shared/records.ts";

const options = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (keysOf(words)).map((value) => ({ value, label: words[value] }));

/** The form of the hook. */
export function HookForm({ hook, onClose }: {
  hook: Hook | null;
  onClose: () => void;
}) {
  const { call, toasts } = useFrame();
  const secrets = useResource(
    ({ call }) => call("GET /secrets", { query: { status: "present" } }),
    () => false,
  );
  const kind = useSignal<Hook["kind"]>(hook?.kind ?? "ntfy");
  const content = useSignal<Hook["content"]>(hook?.content ?? "counts");
  const categories = useSignal<readonly AlertCategory[]>(
    hook?.categories ?? ["approval", "failure", "blocker"],
  );
  const secretId = useSignal(hook?.secretId ?? "");
  const draft = useSignal({
    address: hook?.address ?? "",
    privateHost: hook?.privateHost ?? "",
  });
  const submit = async () => {
    const { address, privateHost } = draft.value;
    await call("POST /alerts/hook", {
      body: {
        kind: kind.value,
        ...(kind.value !== "command" && {
          address: address.trim(),
          privateHost: privateHost.trim() || null,
          secretId: secretId.value || null,
        }),
        categories: [...categories.value],
        content: content.value,
      },
    });
    toasts.say("The hook is saved. Send a test to check that it arrives.");
    onClose();
  };
  const toggle = (category: AlertCategory) =>
    categories.value = categories.value.includes(category)
      ? categories.value.filter((each) => each !== category)
      : [...categories.value, category];
  const isNtfy = kind.value === "ntfy";
  return (
    <FormDialog title="Where alerts go" action="Save" onSubmit={submit} onClose={onClose}>
      <Segments
        label="Kind"
        options={options(KIND_WORDS)}
        value={kind.value}
        onChange={(next) => kind.value = next}
      />
      {kind.value === "command"
        ? (
          <p class="hint">
            The command is read from <code>alert-command.json</code>{" "}
            in the storage directory, which only the owner of this machine can write to:{" "}
            <code>{'{ "command": ["/usr/local/bin/call-me"] }'}</code>. It gets the alert as JSON on its
            standard input.
          </p>
        )
        : (
          <>
            <Field
              label="Address"
              hint={isNtfy
                ? "The topic's address, such as https://ntfy.sh/a-long-random-word. Anyone who knows the topic can read it."
                : "Receives a POST with JSON, signed as in Standard Webhooks."}
            >
              {(control) => (
                <input {...control} {...draftInput(draft, "address")} required spellcheck={false} />
              )}
            </Field>
            <SelectField
              label={isNtfy ? "Access token" : "Signed with"}
              hint="A secret stored on the Connections page. It is sent to this address only."
              options={[
                { value: "", label: isNtfy ? "none" : "Choose a secret" },
                ...(secrets.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={secretId.value}
              onPick={(value) => secretId.value = value}
            />
            <Field
              label="On your own network"
              hint="The exact host:port, such as 192.168.1.10:8080; otherwise leave empty"
            >
              {(control) => <input {...control} {...draftInput(draft, "privateHost")} spellcheck={false} />}
            </Field>
          </>
        )}
      <fieldset class="alert-categories">
        <legend>About</legend>
        {options(CATEGORY_WORDS).map(({ value, label }) => (
          <label class="check" key={value}>
            <input
              type="checkbox"
              checked={categories.value.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <SelectField
        label="It says"
        hint="Details and patches are never sent."
        options={options(CONTENT_WORDS)}
        value={content.value}
        onPick={(value) =>
          content.value = value}
      />
      <p class="hint small">Nothing is sent during quiet hours. Set them in the planner's settings.</p>
    </FormDialog>
  );
}
