import { findDamage } from "../../store/integrity.ts";

/** The worker's side of its channel; the type library of workers cannot be loaded beside that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<{ databaseFile: string }>) => void;
  postMessage: (message: { damage: string | null }) => void;
};

channel.onmessage = ({ data }) => channel.postMessage({ damage: findDamage(data.databaseFile) });
