/** Why a server outside did not answer. The message is for people; it begins with the host, and has no more of the URL. */
export class OutsideFault extends Error {}

/** What the codes of errors mean. The first row that fits counts. */
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

/** What went wrong with a host, in words. */
export function faultOf(error: unknown, host: string): OutsideFault {
  if (error instanceof OutsideFault) return error;
  const failure = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  // When each of several addresses has failed, the first one says why.
  const { code = '', message } = failure.errors?.[0] ?? failure;
  const known = words.find(([codes]) => codes.test(code))?.[1];
  return new OutsideFault(`${host} ${known ?? `cannot be reached (${code || message})`}`);
}
