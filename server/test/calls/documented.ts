import { type CallName, calls } from '@adwarden/contract/calls';
import { openApiDocument } from '@adwarden/contract/openapi/document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/* Judges a value by the OpenAPI document alone, as a program would that knows nothing else. */

export const document = openApiDocument('0.0.0');
// `wire` types are checked; the formats of dates and addresses are not.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi.json', undefined, false);

const paths: Record<string, Record<string, { responses: object }>> = document.paths;

const compiled = new Map<string, ValidateFunction>();

/** Explains why a value does not fit the schema at a place of the document; null if it fits. */
function faultAt(place: readonly string[], value: unknown): string | null {
  const pointer = place.map((part) => `/${encodeURIComponent(part.replace(/\//g, '~1'))}`).join('');
  const $ref = `openapi.json#${pointer}`;
  const fits = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, fits);
  return fits(value) ? null : ajv.errorsText(fits.errors, { dataVar: '' });
}

/** Explains why a value does not fit a schema of the document, by its name; null if it fits. */
export const faultOf = (name: string, value: unknown): string | null =>
  faultAt(['components', 'schemas', name], value);

const operationOf = (name: CallName) => {
  const { method, path } = calls[name];
  return ['paths', path.replace(/:(\w+)/, '{$1}'), method.toLowerCase()];
};

/** Explains why the document does not have this answer of a call; null if it does. `body` is undefined for a file. */
export function faultOfAnswer(name: CallName, status: number, body: unknown): string | null {
  const [, path = '', method = ''] = operationOf(name);
  const { responses } = paths[path]?.[method] ?? { responses: {} };
  if (!(status in responses)) return `only these are documented: ${Object.keys(responses)}`;
  if (body === undefined) return null;
  const place = ['responses', String(status), 'content', 'application/json', 'schema'];
  return faultAt([...operationOf(name), ...place], body);
}
