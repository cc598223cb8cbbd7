/**
 * The reason why a remote server did not answer. The message is for people; it begins with the host, and contains nothing else of
 * the URL.
 */
export class OutsideFault extends Error {}

/** The words for the codes of errors. The first matching row counts. */
const words: [RegExp, string][] = [
  [/^ECONNREFUSED/, 'refused the connection'],
  [/^ECONNRESET|^EPIPE/, 'closed the connection'],
  [/^ETIMEDOUT/, 'did not answer in time'],
  [/^EHOSTUNREACH|^ENETUNREACH/, 'has an address that this server has no way to'],
  [/^EPROTO|^ERR_SSL/, 'does not speak HTTPS'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'has a certificate that is not trusted'],
  [/^Z_|^ERR__ERROR|^ERR_BROTLI/, 'sent a compressed answer that cannot be unpacked'],
  [/^HPE_HEADER_OVERFLOW/, 'sent too long headers'],
  [/^HPE_/, 'does not speak HTTP'],
];

/** Describes the fault of a host in words. */
export function faultOf(error: unknown, host: string): OutsideFault {
  if (error instanceof OutsideFault) return error;
  const failure = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  // When each of several addresses has failed, the first one gives the reason.
  const { code = '', message } = failure.errors?.[0] ?? failure;
  const known = words.find(([codes]) => codes.test(code))?.[1];
  return new OutsideFault(`${host} ${known ?? `cannot be reached (${code || message})`}`);
}
