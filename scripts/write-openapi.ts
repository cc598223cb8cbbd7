// `npm run openapi`: writes the server's OpenAPI document into docs/openapi.json.
import { writeFileSync } from 'node:fs';
import { buildTestServer } from '../server/test/build-test-server.ts';

const adwarden = await buildTestServer({}, { database: 'sqlite' });
const { body } = await adwarden.inject({ method: 'GET', url: '/openapi.json' });
await adwarden.close();
writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(body, null, 2)}\n`,
);
console.log('Wrote docs/openapi.json');
