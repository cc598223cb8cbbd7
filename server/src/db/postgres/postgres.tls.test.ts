import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../../../test/databases/postgres-database.ts';
import { readSettings } from '../../settings.ts';
import { openDatabase } from '../open-database.ts';
import { withOwnTls } from './postgres.tls.ts';

/* sslrootcert in DATABASE_URL, as libpq has it. */

const refusal = (url: string) => {
  try {
    readSettings({ DATABASE_URL: url, SECRET_KEY: 'd'.repeat(64) });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['postgres://db/x?sslmode=verify-full&sslrootcert=/etc/ca.pem', ''],
  ['postgres://a,b:5433/x?sslrootcert=system&sslmode=require', ''],
  ['postgres://db/x?application_name=sslcert', ''],
  ['postgres://db/x', ''],
  [
    'postgres://db/x?sslrootcert=/etc/ca.pem',
    'DATABASE_URL has sslrootcert, and no sslmode that looks at it: add sslmode=verify-full',
  ],
  [
    'postgres://db/x?sslmode=prefer&sslrootcert=/etc/ca.pem',
    'DATABASE_URL has sslrootcert, and no sslmode that looks at it: add sslmode=verify-full',
  ],
  [
    'postgres://db/x?sslmode=verify-full&sslkey=/etc/key.pem',
    'DATABASE_URL has sslkey, which Adwarden does not use: leave it out',
  ],
])('%s: %s', (url, words) => expect(refusal(url)).toBe(words));

test.each([
  ['postgres://a,b/x?sslrootcert=system', 'postgres://a,b/x'],
  [
    'postgres://a/x?sslmode=verify-full&sslrootcert=system&work_mem=1MB',
    'postgres://a/x?sslmode=verify-full&work_mem=1MB',
  ],
])('postgres.js does not get it: %s', (url, own) => expect(withOwnTls(url).url).toBe(own));

describe.skipIf(!hasPostgres())('PostgreSQL with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-tls-'));
  const file = (name: string) => join(folder, name);
  let server: Postgres;

  const openssl = (...given: string[]) => execFileSync('openssl', given, { stdio: 'ignore' });
  function makeAuthority(name: string): void {
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    openssl(...made, '-subj', `/CN=${name}`, '-keyout', file(`${name}.key`), '-out', file(name));
  }

  beforeAll(async () => {
    makeAuthority('own');
    makeAuthority('other');
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', file('server.key')];
    openssl('req', ...key, '-subj', '/CN=localhost', '-out', file('server.csr'));
    const by = ['-CA', file('own'), '-CAkey', file('own.key'), '-days', '2'];
    openssl('x509', '-req', '-in', file('server.csr'), ...by, '-out', file('server.pem'));
    server = await startPostgres({ key: file('server.key'), certificate: file('server.pem') });
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens it by this name of its host; returns why it is refused, '' when it is not. */
  async function open(host: string, parameters: string): Promise<string> {
    const { port } = new URL(server.url);
    const url = `postgres://adwarden@${host}:${port}/postgres?${parameters}`;
    const given = { dataDir: '', postgres: { url, pool: 2, prepare: true } };
    try {
      await (await openDatabase(given)).close();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it.each([
    ['localhost', 'verify-full', 'own', /^$/],
    ['127.0.0.1', 'verify-ca', 'own', /^$/],
    ['127.0.0.1', 'require', 'own', /^$/],
    ['127.0.0.1', 'verify-full', 'own', /its certificate is for another name/],
    ['localhost', 'verify-full', 'other', /its certificate is not trusted/],
    ['localhost', 'require', 'other', /its certificate is not trusted/],
    [
      'localhost',
      'require',
      'none',
      /^DATABASE_URL cannot be used: its sslrootcert \S+none cannot be read: it is gone: put the file there/,
    ],
  ])('%s, sslmode=%s, by %s: %s', async (host, mode, authority, words) => {
    expect(await open(host, `sslmode=${mode}&sslrootcert=${file(authority)}`)).toMatch(words);
  });

  it('is not trusted without it', async () => {
    expect(await open('localhost', 'sslmode=verify-full')).toMatch(/is not trusted/);
  });

  it('at an address is not the one for localhost, whoever is trusted', async () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, readFileSync(file('own'), 'utf8')]);
    const named = await open('localhost', 'sslmode=verify-full');
    const address = await open('127.0.0.1', 'sslmode=verify-full');
    setDefaultCACertificates(before);
    expect(named).toBe('');
    expect(address).toMatch(/its certificate is for another name/);
  });
});
