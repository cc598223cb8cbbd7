import type { CallName } from '@adwarden/contract/calls';
import { apiOf } from './api.ts';

/*
 * Makes an owner's most expensive reads without a rest, so many at once for each owner. Ends with its parent.
 *
 *   node reads-client.ts PORT AT-ONCE USER-ID BEARER …
 *
 * Answers each message with how many calls were answered since the last one, and how many were refused.
 */

export type ReadsReport = { answered: number; refused: number };

const [port, atOnce, ...people] = process.argv.slice(2);
const from = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10);
const reads = (userID: string): [CallName, { id?: string; query?: Record<string, string> }][] => [
  ['getTraffic', {}],
  ['getTraffic', { query: { from } }],
  ['getChanges', { query: { page: '0', pageSize: '100' } }],
  ['getChanges', { query: { page: '50' } }],
  ['compareTraffic', { query: { days: '7' } }],
  ['getApp', { id: userID, query: { page: '0', search: 'ca-app-pub' } }],
  ['exportApps', { query: { format: 'csv' } }],
  ['getChanges', { query: { entity: 'app', action: 'update' } }],
  ['exportTraffic', {}],
  ['getAppsWithFindings', { query: { search: 'photo' } }],
  ['getApp', { id: userID }],
  ['appStats', {}],
  ['getUsage', {}],
];

const report: ReadsReport = { answered: 0, refused: 0 };

async function read(userID: string, bearer: string, place: number): Promise<void> {
  const api = apiOf(Number(port), bearer);
  const all = reads(userID);
  for (let next = place; ; next += 1) {
    const [name, request] = all[next % all.length] as (typeof all)[number];
    // Whole lists beyond those that an owner may read at once are refused.
    await api.call(name, request).then(
      () => {
        report.answered += 1;
      },
      () => {
        report.refused += 1;
      },
    );
  }
}

process.on('message', () => {
  process.send?.({ ...report });
  Object.assign(report, { answered: 0, refused: 0 });
});
process.on('disconnect', () => process.exit(0));
for (let place = 0; place < people.length; place += 2) {
  const [userID = '', bearer = ''] = people.slice(place, place + 2);
  for (let call = 0; call < Number(atOnce); call += 1) void read(userID, bearer, call);
}
