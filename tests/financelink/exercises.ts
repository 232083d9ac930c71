import { financelinkAccountStream, itemStream } from "../../store/financelink/item_stream.ts";
import { linkStream } from "../../store/financelink/app_stream.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { Provider } from "./provider.ts";

const make: MakeExercises = ({ h, owned }) => {
  const provider = new Provider();
  owned.push(provider);
  const newest = { limit: 1, newestFirst: true };
  // What a call needs is made by those before it, so that it is looked up when its turn comes.
  return {
    reads: [exercise("GET /financelink/app"), exercise("GET /financelink/connections")],
    writes: [
      exercise("POST /financelink/app", { body: provider.app }),
      exercise("POST /financelink/app/smoke-check"),
      exercise("POST /financelink/link/token/create", { body: {} }),
      {
        ...exercise("POST /financelink/link/token/exchange"),
        get body() {
          provider.finish();
          return { linkTokenId: h.store.documents.find(linkStream, {}, newest)[0]!.id };
        },
      },
      {
        key: "POST /financelink/accounts/:id/settings",
        get path() {
          return `/financelink/accounts/${
            h.store.documents.find(financelinkAccountStream, {}, newest)[0]!.id
          }/settings`;
        },
        body: { alias: "Household" },
      },
    ],
    ends: [{
      key: "POST /financelink/items/:id/disconnect",
      get path() {
        return `/financelink/items/${h.store.documents.find(itemStream, {}, newest)[0]!.id}/disconnect`;
      },
      body: {},
    }],
  };
};
export default make;
