import { useEffect, useState } from "preact/hooks";
import { useFrame } from "../../shell/mod.ts";

/** Reports whether a model is ready that understands more than recipes; false until that is known. */
export function useHasModel(): boolean {
  const { call } = useFrame();
  const [hasModel, setHasModel] = useState(false);
  useEffect(() => {
    call("GET /model-catalog").then(
      (models) => setHasModel(models.some(({ provider, ready }) => ready && provider !== "builtin")),
      () => {}, // it is then as without one
    );
  }, []);
  return hasModel;
}
