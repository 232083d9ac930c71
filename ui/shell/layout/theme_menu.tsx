import { Icon } from "../../kit/icon.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useFrame } from "../frame.ts";

/** Light, dark, and high contrast. */
export function ThemeMenu() {
  const { preferences: { theme, contrast } } = useFrame();
  const themes = [["system", "System"], ["light", "Light"], ["dark", "Dark"]] as const;
  return (
    <Menu
      label="Appearance"
      up
      trigger={
        <>
          <Icon name="theme" /> Appearance
        </>
      }
      items={[
        ...themes.map(([value, label]) => ({
          label,
          checked: theme.value === value,
          onSelect: () => void (theme.value = value),
        })),
        {
          label: "High contrast",
          checked: contrast.value === "more",
          onSelect: () => void (contrast.value = contrast.value === "more" ? "system" : "more"),
        },
      ]}
    />
  );
}
