import { openApiDocument } from '@adwarden/contract/openapi/document';
import { firstPartOf } from '@adwarden/contract/own-paths';

/** Below this part, browsers ask for pages of the web app, and the API has calls. */
const mixed = 'admin';

/** The reference page, which the document does not describe itself. */
const reference = 'docs';

/**
 * Returns what `npm run dev` passes on to the server, as expressions for paths: `always`, and `unlessPage` when no browser asks
 * for a page. It is what the OpenAPI document has, so a new call needs no line here.
 */
export function proxiedPaths(): { always: string[]; unlessPage: string } {
  const parts = new Set(Object.keys(openApiDocument('').paths).map(firstPartOf));
  parts.delete(mixed);
  const always = [...parts, reference].map((part) => `^/${part.replaceAll('.', '\\.')}(/|\\?|$)`);
  return { always, unlessPage: `^/${mixed}/` };
}
