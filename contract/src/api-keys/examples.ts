import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

const apiKey = {
  id: 'q7x2k5v3y4z6n2ab',
  name: 'Nightly export',
  scopes: ['read'],
  addresses: ['192.0.2.0/24'],
  state: 'on',
  createdAt: '2026-03-01T08:00:00.000Z',
  endsAt: '2026-05-30T08:00:00.000Z',
  lastUsedAt: '2026-03-02T02:00:00.000Z',
  person: { kind: 'admin', id: 'n4x5k3v7y6z7q2ab', name: 'Nia Quay', login: 'nia@example.com' },
};

/** An example of each schema about API keys. */
export const apiKeyExamples = {
  NewApiKey: {
    name: apiKey.name,
    scopes: apiKey.scopes,
    endsAt: apiKey.endsAt,
    addresses: apiKey.addresses,
  },
  ApiKeyChanges: { enabled: true },
  ApiKeyAnswer: succeed('“Nightly export” is on', apiKey),
  NewApiKeyAnswer: {
    ...succeed('“Nightly export” made', { ...apiKey, lastUsedAt: null }),
    key: 'adw_…',
  },
  ApiKeyList: examplePage('API keys', apiKey),
  EndedApiKey: succeed('“Nightly export” ended', { id: apiKey.id }),
};
