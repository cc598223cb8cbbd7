import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { keyScopes } from '@adwarden/contract/people/people';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { type DataSet, inserter, inTransactions, openFast } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { percentile } from '../../measuring/statistics.ts';
import { startServer } from '../../servers/server.ts';
import { vacuumPostgres } from '../../servers/settled-postgres.ts';
import { moveToPostgres } from '../ads/spread.ts';

/** Open sessions, and as many API keys. */
const count = 100_000;
/** Milliseconds: the p95 of a list. */
const mostMs = 60;
const runs = 3;
const repeats = 20;
const dayMs = 86_400_000;

/** Copies a data set and gives its owners open sessions and API keys. Returns the id of one of them, too. */
async function withAccounts({ dataDir, ...data }: DataSet, copy: string) {
  cpSync(dataDir, copy, { recursive: true });
  const db = openFast(copy);
  const owners = db.prepare('select id from app_user order by id').all();
  const session = inserter(db, 'session');
  const key = inserter(db, 'api_key');
  const now = Date.now();
  await inTransactions(db, count, (index) => {
    const of = { kind: 'user', accountId: String(owners[index % owners.length]?.id) };
    const at = now - (index % 1_000) * 1_000;
    session({
      tokenHash: randomBytes(32).toString('hex'),
      ...of,
      createdAt: at,
      lastSeenAt: at,
      id: `bench${index}`,
      address: `192.0.2.${index % 250}`,
      device: 'Chrome on Windows',
    });
    key({
      id: `bench${index}`,
      keyHash: randomBytes(32).toString('hex'),
      ...of,
      name: `Export ${index}`,
      scopes: keyScopes[0],
      addresses: '',
      // One in a hundred is off.
      enabled: index % 100 === 7 ? 'off' : 'on',
      createdAt: at,
      endsAt: now + (1 + (index % 90)) * dayMs,
    });
  });
  db.exec('pragma journal_mode = wal');
  db.close();
  return { data: { dataDir: copy, ...data }, account: String(owners[0]?.id) };
}

async function measureLists(name: string, admin: Api, account: string): Promise<Verdict[]> {
  const last = count / 20 - 1;
  const lists: [label: string, read: () => Promise<Buffer>][] = [
    ['own sessions', () => admin.call('getSessions', {})],
    ['sessions of an owner', () => admin.call('getSessions', { query: { account } })],
    ['own keys', () => admin.call('getApiKeys', {})],
    ['keys of an owner', () => admin.call('getApiKeys', { query: { account } })],
    ['all keys', () => admin.call('getApiKeys', { query: { all: 'true', pageSize: 20 } })],
    [
      'all keys, last page',
      () => admin.call('getApiKeys', { query: { all: 'true', pageSize: 20, page: last } }),
    ],
    ['keys that are off', () => admin.call('getApiKeys', { query: { all: 'true', state: 'off' } })],
  ];
  const slowest: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const p95s: number[] = [];
    for (const [label, read] of lists) {
      await read();
      const times: number[] = [];
      for (let again = 0; again < repeats; again += 1) {
        const began = performance.now();
        await read();
        times.push(performance.now() - began);
      }
      const p95 = percentile(times, 0.95);
      p95s.push(p95);
      log(`${name}, ${label}: p95 ${p95.toFixed(1)} ms`);
    }
    slowest.push(Math.max(...p95s));
  }
  const of = `${name}: 100,000 sessions and API keys, p95 of the slowest list`;
  return [judgeGoal(of, slowest, mostMs, { digits: 1 })];
}

/** Response times of the lists of sessions and API keys on both databases, measured by the client (ADR 129, 135). */
export async function measureAccounts(sets: DataSets): Promise<Verdict[]> {
  const some = await sets.some();
  const { data, account } = await timed('100,000 sessions and API keys', () =>
    withAccounts(some, sets.folder('accounts')),
  );
  const server = await startServer(data.dataDir);
  const verdicts = await measureLists('SQLite', await signIn(server.port), account);
  await server.stop();
  const postgres = await startPostgres();
  try {
    const [node] = await moveToPostgres(data, postgres.url, [sets.folder('accounts-node')]);
    if (!node) throw new Error('There is no node');
    await vacuumPostgres(postgres.url);
    verdicts.push(...(await measureLists('PostgreSQL', await signIn(node.port), account)));
    await node.stop();
    return verdicts;
  } finally {
    await postgres.remove();
  }
}
