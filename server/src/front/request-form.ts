import type { IncomingMessage } from 'node:http';
import { callMethods } from '@adwarden/contract/call-methods';

/** The reason why a request cannot be read safely. */
export type FormFault = { status: 400 | 405 | 501; message: string; headers?: string[] };

const oneHost: FormFault = { status: 400, message: 'Exactly one Host header is needed' };
const onlyChunked: FormFault = { status: 501, message: 'Only Transfer-Encoding: chunked is read' };
const notIn10: FormFault = { status: 400, message: 'HTTP/1.0 has no Transfer-Encoding' };

/** The result for a request that can be read safely and has a body. */
export const withBody = 'body';

/**
 * Looks at the head of a request. Finds requests with no or several Host headers, with an unsupported transfer encoding, or
 * with one in HTTP/1.0: a proxy may understand them differently (RFC 9112, 3.2 and 6.1). Null when the request is fine and
 * has no body.
 */
export function formOf({
  rawHeaders,
  httpVersionMinor,
}: IncomingMessage): FormFault | typeof withBody | null {
  let hosts = 0;
  let hasBody = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Compare lengths first: it is cheap, and most names differ in it.
    if (name.length === 4) {
      if (name.toLowerCase() === 'host') hosts += 1;
    } else if (name.length === 14) {
      if (name.toLowerCase() === 'content-length') hasBody = Number(rawHeaders[index + 1]) > 0;
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if ((rawHeaders[index + 1] as string).toLowerCase() !== 'chunked') return onlyChunked;
      if (httpVersionMinor === 0) return notIn10;
      hasBody = true;
    }
  }
  if (hosts !== 1 && !(hosts === 0 && httpVersionMinor === 0)) return oneHost;
  return hasBody ? withBody : null;
}

/** Tells whether a request announces a body (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The methods that the back office knows: those of the calls, and those that every page answers to. */
const known: readonly string[] = [...callMethods, 'HEAD', 'OPTIONS'];
/** The methods whose requests have no use for a body. */
const bodiless: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const unknownMethod: FormFault = {
  status: 405,
  message: `Only ${known.join(', ')} are understood`,
  headers: ['Allow', known.join(', ')],
};

/**
 * Finds requests that end in front of the back office: an unknown method, or a body where the method has none, because servers
 * disagree about such a body (RFC 9110, 9.3.1).
 */
export function faultOfMethod(request: IncomingMessage): FormFault | null {
  const { method = '' } = request;
  if (!known.includes(method)) return unknownMethod;
  if (!bodiless.includes(method) || !hasBody(request)) return null;
  return { status: 400, message: `A ${method} request must have no body` };
}

const absolute = /^https?:\/\/[^/?#]*/i;
const encoded = /%([0-9a-f]{2})/gi;
const unreserved = /[\w.~-]/;

/**
 * Turns a request target into path and query. Removes scheme and host of an absolute target (RFC 9112, 3.2.2), and decodes
 * percent-encoded letters, digits, `-`, `.`, `_` and `~` of the path (RFC 3986, 6.2.2.2).
 */
export function plainTarget(target: string): string {
  const rest = target.replace(absolute, '');
  const whole = rest.startsWith('/') || rest === target ? rest : `/${rest}`;
  const question = whole.indexOf('?');
  const path = question === -1 ? whole : whole.slice(0, question);
  if (!path.includes('%')) return whole;
  const plain = path.replace(encoded, (text, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(character) ? character : text;
  });
  return plain + whole.slice(path.length);
}
