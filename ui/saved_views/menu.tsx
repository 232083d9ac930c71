import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso/router";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Menu } from "../kit/menu.tsx";
import { useFrame, useResource } from "../shell/mod.ts";

/** The menu of the saved views of a page: it opens, saves and removes them. */
export function SavedViews() {
  const page = useLocation().path.replace(/^\/dashboard\//, "");
  const { call, navigate, toasts } = useFrame();
  const views = useResource(
    ({ call }) => call("GET /saved-views", { query: { page } }),
    ({ type }) => type.startsWith("saved_view."),
    page,
  );
  const saving = useSignal(false);
  const name = useSignal("");
  const known = views.value.value ?? [];
  // Compares both as the service writes them: the order of parameters matters, their encoding does not.
  const shown = new URLSearchParams(location.search).toString();
  const current = known.find(({ query }) => query === shown);
  const save = async () => {
    views.set(await call("POST /saved-views", { body: { page, name: name.value, query: shown } }));
    toasts.say(`The view "${name.value.trim()}" is saved.`);
    saving.value = false;
  };
  const remove = (name: string) =>
    toasts.attempt(
      async () => views.set(await call("POST /saved-views/remove", { body: { page, name } })),
      () => `The view "${name}" is removed.`,
    );
  return (
    <div class="saved-views">
      <Menu
        label={current ? `Saved views: ${current.name}` : "Saved views"}
        trigger={
          <>
            {current?.name ?? "Views"} <span aria-hidden="true">▾</span>
          </>
        }
        items={[
          ...known.map((view) => ({
            label: view.name,
            checked: view === current,
            onSelect: () => navigate(view.path),
          })),
          {
            label: "Save this view …",
            onSelect: () => {
              name.value = current?.name ?? "";
              saving.value = true;
            },
          },
          ...(current
            ? [{ label: `Remove "${current.name}"`, onSelect: () => void remove(current.name) }]
            : []),
        ]}
      />
      {saving.value && (
        <FormDialog
          title="Save this view"
          action="Save"
          onSubmit={save}
          onClose={() => saving.value = false}
        >
          <Field
            label="Name"
            hint="What the page is filtered by is kept under it; a name that is there is replaced."
          >
            {(control) => (
              <input
                {...control}
                class="input"
                required
                maxLength={80}
                value={name.value}
                onInput={(event) => name.value = event.currentTarget.value}
              />
            )}
          </Field>
        </FormDialog>
      )}
    </div>
  );
}
