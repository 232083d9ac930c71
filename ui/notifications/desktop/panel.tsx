import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { useFrame } from "../../shell/mod.ts";
import { CATEGORY_WORDS } from "../../alerts/words.ts";
import { desktopChoices, permissionNow } from "./choices.ts";

/** The desktop notifications of this browser. Only a click may ask for the permission. */
export function DesktopPanel() {
  const { preferences } = useFrame();
  const { shown, kinds } = desktopChoices(preferences);
  const permission = useSignal(permissionNow());
  const turnOn = async () => {
    if (permission.value === "default") permission.value = await Notification.requestPermission();
    if (permission.value === "granted") shown.value = "on";
  };
  const isOn = shown.value === "on" && permission.value === "granted";
  return (
    <section class="stack" aria-label="Desktop">
      <h3>On this computer</h3>
      <p class="hint">{wordsOf(permission.value, isOn)}</p>
      {isOn && (
        <fieldset class="alert-categories">
          <legend>About</legend>
          {kinds.map(({ category, chosen }) => (
            <label class="check" key={category}>
              <input
                type="checkbox"
                checked={chosen.value === "on"}
                onChange={() => chosen.value = chosen.value === "on" ? "off" : "on"}
              />
              {CATEGORY_WORDS[category]}
            </label>
          ))}
        </fieldset>
      )}
      {(permission.value === "default" || permission.value === "granted") && (
        <div class="row">
          {isOn
            ? <Button onPress={() => shown.value = "off"}>Stop</Button>
            : <Button onPress={() => turnOn()}>Show notifications here</Button>}
        </div>
      )}
    </section>
  );
}

function wordsOf(permission: ReturnType<typeof permissionNow>, isOn: boolean): string {
  if (permission === "missing") {
    return "This browser shows no notifications for this page. It does at an address of this machine, or over https.";
  }
  if (permission === "denied") {
    return "This browser denies notifications for this page. Allow them in its settings for the site, then open this again.";
  }
  return isOn
    ? "Shown while the dashboard is open and you look at something else; not in the quiet hours of the planner."
    : "Tells you while the dashboard is open and you look at something else. Nothing leaves this machine.";
}
