import { expect, it } from 'vitest';
import { calls } from './calls.ts';
import { openApiDocument } from './openapi/document.ts';
import { firstPartOf, ownFirstParts } from './own-paths.ts';

it('every path of a call and of the OpenAPI document begins with one of the own parts', () => {
  const paths = [
    ...Object.values(calls).map(({ path }) => path),
    ...Object.keys(openApiDocument('0.0.0').paths),
  ];
  const missing = paths.filter((path) => !ownFirstParts.includes(firstPartOf(path)));
  expect(missing, 'to be added to ownFirstParts').toEqual([]);
});
