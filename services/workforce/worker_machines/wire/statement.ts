import { sha256 } from "../../../../store/chain.ts";
import {
  type Statement,
  statementSchema,
  type TaskStatement,
  taskStatementSchema,
} from "../../../../store/worker_machines/document.ts";

/** Returns the text of a statement that a machine signs. Its fields have the order of the schema. */
export const statementText = (statement: Statement): string =>
  `worker-verification/1\n${JSON.stringify(statementSchema.parse(statement))}`;

/** Returns the text of a statement about a task that a machine signs. */
export const taskStatementText = (statement: TaskStatement): string =>
  `worker-task/1\n${JSON.stringify(taskStatementSchema.parse(statement))}`;

/** Returns the hash by which two deliveries of a statement are the same. */
export const digestOf = (statement: Statement): string => sha256(statementText(statement));
