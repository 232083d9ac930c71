import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { answered, configure, connected } from "./oauth_world.ts";
import { CLIENT, OidcServer } from "./oidc_server.ts";

const make: MakeExercises = async ({ h, owned }) => {
  const server = await OidcServer.start();
  owned.push(server);
  await configure(h, server);
  const { id } = await connected(h, server);
  server.person = "bob";
  const pasted = await answered(h, server);
  server.person = "carl";
  const { search } = new URL(await answered(h, server));
  const ids = { connectorId: "example" };
  return {
    reads: [exercise("GET /oauth/accounts"), exercise("GET /oauth/apps/:connectorId", { ids })],
    writes: [
      exercise("POST /oauth/apps/:connectorId", {
        ids: { connectorId: "another" },
        body: { issuer: server.issuer, ...CLIENT },
      }),
      exercise("POST /oauth/apps/:connectorId/start", { ids, body: {} }),
      exercise("POST /oauth/start", { body: { connectorId: "example", flow: "device" } }),
      exercise("POST /oauth/callback", { body: { url: pasted } }),
      exercise("GET /oauth/callback", { query: search.slice(1) }),
      exercise("POST /oauth/accounts/:id/refresh", { ids: { id }, body: { force: true } }),
    ],
    ends: [exercise("POST /oauth/accounts/:id/revoke", { ids: { id }, body: {} })],
  };
};
export default make;
