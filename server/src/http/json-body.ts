import { limits } from '@adwarden/contract/limits';
import { hasBody } from '../front/request-form.ts';
import { AppError } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';

/**
 * Reads JSON bodies with Fastify's own parser. An empty body counts as no body, whatever its type: many clients send
 * `Content-Type: application/json` with every call, even DELETE. A body that is nested too deep is refused before it is parsed:
 * half a megabyte of brackets would take 50 ms to parse, and phones would wait for their ads as long.
 */
export function jsonBodies(server: BackOffice): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (hasBody(raw)) return;
    // Fastify looks for a parser of the type, and knows no other length than '0'.
    for (const name of ['content-type', 'content-length']) delete raw.headers[name];
  });
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) return done(null);
    if (isDeeper(text as string, limits.bodyDepth)) return done(tooDeep());
    parse(request, text as string, done);
  });
}

const tooDeep = () =>
  new AppError('invalid', `The body is nested more than ${limits.bodyDepth} levels deep`);

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Tells whether brackets outside of texts are nested deeper than `most`. Takes a millisecond for half a megabyte. */
function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let place = 0; place < json.length; place += 1) {
    const unit = json.charCodeAt(place);
    if (unit === quote) inText = !inText;
    else if (inText) place += unit === backslash ? 1 : 0;
    else if (opening.has(unit)) depth += 1;
    else if (closing.has(unit)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
