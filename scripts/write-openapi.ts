// `npm run openapi`: writes the server's OpenAPI document into docs/openapi.json.
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../contract/src/openapi/document.ts';
import { buildInfo } from '../server/src/build-info.ts';

writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(buildInfo().version), null, 2)}\n`,
);
console.log('Wrote docs/openapi.json');
