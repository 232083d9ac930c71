/** What programs print without a network: names of errors and messages of the usual libraries. */
const SIGNS =
  /ENETUNREACH|EAI_AGAIN|ENOTFOUND|getaddrinfo|Network is unreachable|Could not resolve host|Temporary failure in name resolution|Name or service not known|No address associated with hostname|dns error|failed to lookup address/i;

/** Whether the output of a failed command says that it needed the network. */
export const wantsNetwork = (output: string): boolean => SIGNS.test(output);
