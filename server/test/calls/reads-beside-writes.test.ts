import { type CallName, calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* On the embedded database no read waits for a write (ADR 50). */

let api: AppServer;
let appID: string;
beforeAll(async () => {
  api = await openAppServer({}, { database: 'sqlite' });
  appID = (await api.add({ appName: 'Beside', selectedUser: 'ada' })).appID;
});
afterAll(() => api.close());

const reads = (Object.keys(calls) as CallName[]).filter(
  (name) => calls[name].method === 'GET' && name !== 'getAds',
);
const pathIds: Partial<Record<CallName, () => string>> = {
  getApp: () => 'ada',
  getAppUsage: () => appID,
};
const questions: Record<string, string>[] = [
  {},
  { page: '0', pageSize: '10' },
  { page: '0', search: 'beside' },
  { page: '0', search: 'be', sort: '-createdAt' },
];

/** Asks every reading call every question, as an administrator and as an owner, and answers the refusals. */
async function readAll(): Promise<string[]> {
  const refused: string[] = [];
  for (const name of reads) {
    for (const [who, as] of Object.entries({ admin: api.admin, ada: api.ada })) {
      for (const query of questions) {
        const id = pathIds[name]?.();
        const { status, text } = await api.call(name, { as, query, ...(id && { id }) });
        if (status >= 500) refused.push(`${name} by ${who} ${JSON.stringify(query)}: ${text}`);
      }
    }
  }
  return refused;
}

test('every reading call is answered while somebody writes, and delays no write', async () => {
  // A read that took the writer's turn would get DATABASE_BUSY after 5 s.
  const refused = await api.db.transaction().execute(async (tx) => {
    await tx.updateTable('app').set({ note: 'half-written' }).execute();
    return readAll();
  });
  expect(refused).toEqual([]);
});
