/** Why a place outside has not answered: a sentence for people that begins with its host, and without the rest of the URL. */
export class OutsideFault extends Error {}

/** What the codes of errors mean; the first row that fits. */
const words: [RegExp, string][] = [
  [/^ECONNREFUSED/, 'refused the connection'],
  [/^ECONNRESET|^EPIPE/, 'closed the connection'],
  [/^ETIMEDOUT/, 'did not answer in time'],
  [/^EHOSTUNREACH|^ENETUNREACH/, 'has an address that this server has no way to'],
  [/^EPROTO|^ERR_SSL/, 'does not speak HTTPS'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'has a certificate that is not trusted'],
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
