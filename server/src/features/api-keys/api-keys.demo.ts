import { newApiKey } from '@adwarden/contract/api-keys/api-keys';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { backdateKey } from './api-keys.demo.store.ts';
import type { ApiKeys } from './api-keys.service.ts';

/** Keys of the administrator: made some days ago, and last used some hours ago (null: never). */
const keys = [
  { name: 'Import from the store desk', scopes: ['import', 'read'], daysAgo: 88, usedAgo: 50 },
  {
    name: 'Nightly export',
    scopes: ['read'],
    addresses: ['192.0.2.0/24'],
    daysAgo: 61,
    usedAgo: 9,
  },
  { name: 'Build server', scopes: ['apps'], daysAgo: 40, usedAgo: 31 },
  { name: 'Pause from alerts', scopes: ['pauses'], daysAgo: 12, usedAgo: null },
];

/** Makes the API keys of the demo. Nobody gets their texts, so nobody can use them. */
export async function makeDemoKeys(db: Db, service: ApiKeys, admin: Actor): Promise<void> {
  for (const { daysAgo, usedAgo, ...key } of keys) {
    const { apiKey } = await service.add(admin, newApiKey.parse(key), false);
    await backdateKey(db, apiKey.id, { daysAgo, usedHoursAgo: usedAgo });
  }
}
