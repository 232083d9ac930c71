import { shortId } from "../../client/words.ts";
import { Link } from "./link.tsx";

/** A link to the page of a record by the end of its id. The whole id is its tooltip. */
export const IdLink = ({ id }: { id: string }) => <Link to={id} title={id}>{shortId(id)}</Link>;
