import type { ServiceProcess } from "../../service_process.ts";

/** A service that can be asked as the operator, in whichever process it is. */
export type Operator = Pick<ServiceProcess, "operator">;
