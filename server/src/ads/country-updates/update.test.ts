import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mmdbFile } from '../../../test/samples/mmdb-file.ts';
import { bundledDatabase } from '../callers/caller.database-file.ts';
import { updateCountryDatabase } from './update.ts';

/* These updates take the database of countries from a server of this test, which sends what a real server may send. */

const database = readFileSync(bundledDatabase());
const small = mmdbFile({ '8.0.0.0/8': { country_code: 'US' } });
const folder = mkdtempSync(join(tmpdir(), 'adwarden-countries-'));
const target = join(folder, 'data', 'countries.mmdb');
const limits = { bytes: 32e6, ms: 20_000, silentMs: 1_000 };

let answer: RequestListener;
let server: Server;
let host: string;
const asked: { path: string; login: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', login: request.headers.authorization });
    response.on('error', () => {});
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  mkdirSync(join(folder, 'data'), { recursive: true });
});
afterEach(() => rmSync(join(folder, 'data'), { recursive: true, force: true }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const sends =
  (body: Uint8Array | string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);
const take = (address = `http://${host}/geo`, more = {}) =>
  updateCountryDatabase({ from: new URL(address), target, limits, ...more });
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const names = () => readdirSync(join(folder, 'data')).sort();

const inTar = (files: Record<string, Uint8Array>) =>
  packTar(
    Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body })),
  );

describe('a database is taken', () => {
  test.each([
    ['as it is', () => database],
    ['in gzip', () => gzipSync(database, { level: 1 })],
    ['in a tar', () => inTar({ 'GeoLite2-Country_20261120/GeoLite2-Country.mmdb': database })],
    [
      'in a tar in gzip, as MaxMind packs it',
      async () =>
        gzipSync(
          await inTar({
            'GeoLite2-Country_20261120/COPYRIGHT.txt': Buffer.from('(c)'),
            'GeoLite2-Country_20261120/LICENSE.txt': Buffer.from('free'),
            'GeoLite2-Country_20261120/GeoLite2-Country.mmdb': database,
          }),
          { level: 1 },
        ),
    ],
    [
      'whatever path the archive gives it',
      () => inTar({ '../../../../etc/Länder 🙂 بلدان.mmdb': database }),
    ],
  ])('%s', async (_, make) => {
    answer = sends(await make());
    const update = await take();
    expect(update).toMatchObject({ isNew: true, builtBefore: null, bytes: database.length });
    expect(update.right).toBeGreaterThanOrEqual(95);
    expect(readFileSync(target).equals(database)).toBe(true);
    expect(names()).toEqual(['countries.mmdb']);
    expect(statSync(target).mode & 0o777).toBe(0o644);
  });

  test('and the one before is kept; the next one is never half there', async () => {
    writeFileSync(target, small);
    answer = sends(database);
    const seen = new Set<string>();
    const looking = setInterval(() => seen.add(hashOf(target)), 1);
    const update = await take();
    clearInterval(looking);
    seen.add(hashOf(target));
    expect(update).toMatchObject({ isNew: true, builtBefore: Date.parse('2026-01-02') });
    expect(readFileSync(`${target}.old`).equals(small)).toBe(true);
    const whole = [small, database].map((file) => createHash('sha256').update(file).digest('hex'));
    expect([...seen].sort()).toEqual(whole.sort());
    expect(names()).toEqual(['countries.mmdb', 'countries.mmdb.old']);
  });

  test('by the clock only if its data is newer', async () => {
    writeFileSync(target, database);
    answer = sends(database);
    expect(await take(undefined, { onlyNewer: true })).toMatchObject({ isNew: false });
    expect(names()).toEqual(['countries.mmdb']);
    writeFileSync(target, 'damaged');
    expect(await take(undefined, { onlyNewer: true })).toMatchObject({ isNew: true });
  });

  test('from a file', async () => {
    const file = join(folder, "Länder 'neu' 100 %.gz");
    writeFileSync(file, gzipSync(database, { level: 1 }));
    await updateCountryDatabase({ from: file, target, limits });
    expect(readFileSync(target).equals(database)).toBe(true);
  });

  test('through redirects, with the password for the first server only', async () => {
    const other = createServer((request, response) => {
      asked.push({ path: request.url ?? '', login: request.headers.authorization });
      response.end(database);
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const place = `http://127.0.0.1:${(other.address() as AddressInfo).port}/signed`;
    answer = ({ url }, response) =>
      response.writeHead(302, { location: url === '/geo' ? '/again' : place }).end();
    await take(`http://4711:k%C3%A4se@${host}/geo`);
    other.closeAllConnections();
    other.close();
    const login = `Basic ${Buffer.from('4711:käse').toString('base64')}`;
    expect(asked).toEqual([
      { path: '/geo', login },
      { path: '/again', login },
      { path: '/signed', login: undefined },
    ]);
    expect(readFileSync(target).equals(database)).toBe(true);
  });

  test('and what killed updates have left is removed after a day', async () => {
    for (const [name, age] of [
      ['old', 25],
      ['new', 1],
    ] as const) {
      const left = `${target}.new-${name}`;
      mkdirSync(left);
      const time = Date.now() / 1000 - age * 3600;
      utimesSync(left, time, time);
    }
    answer = sends(database);
    await take();
    expect(names()).toEqual(['countries.mmdb', 'countries.mmdb.new-new']);
  });
});

describe('what is no database of countries leaves the one before, and says why', () => {
  const endless: RequestListener = (_, response) => {
    const chunk = Buffer.alloc(1 << 20, 1);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
  const announced: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 1e9 });
    response.write('x');
  };
  const half: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': database.length });
    response.write(database.subarray(0, database.length / 2), () => response.destroy());
  };
  const hangs: RequestListener = (_, response) => {
    response.writeHead(200);
    response.write(database.subarray(0, 1000));
  };
  const silent: RequestListener = () => {};
  const drips: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(timer));
  };
  const loop: RequestListener = (_, response) =>
    response.writeHead(301, { location: '/geo' }).end();
  const toFile: RequestListener = (_, response) =>
    response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  const nowhere: RequestListener = (_, response) => response.writeHead(302).end();
  const cut = gzipSync(database, { level: 1 });

  test.each<[string, () => RequestListener | Promise<RequestListener>, RegExp]>([
    ['nothing', () => sends(''), /empty/],
    ['a page', () => sends('\n <!doctype html><title>Sign in</title>'), /a page \(HTML\)/],
    ['a 404', () => sends('no', 404), /answered 404$/],
    ['a 401', () => sends('no', 401), /answered 401$/],
    ['a redirect to nowhere', () => nowhere, /answered 302$/],
    ['a redirect to a file', () => toFile, /redirects to something that is no http address/],
    ['redirects without end', () => loop, /redirects more than 5 times/],
    ['half a file', () => half, /closed the connection/],
    [
      'a half that is said to be whole',
      () => sends(database.subarray(0, 4e6)),
      /damaged, or no MMDB/,
    ],
    ['half a gzip', () => sends(cut.subarray(0, cut.length / 2)), /damaged or cut off/],
    [
      'half a tar',
      async () => sends((await inTar({ 'a.mmdb': database })).subarray(0, 3e6)),
      /archive is damaged or cut off/,
    ],
    [
      'an archive without one',
      async () => sends(await inTar({ 'a.csv': small })),
      /has 0 \.mmdb files/,
    ],
    [
      'an archive with two',
      async () => sends(await inTar({ 'a.mmdb': small, 'b.mmdb': small })),
      /has 2 \.mmdb files/,
    ],
    ['a table', () => sends('1.0.0.0,1.0.0.255,AU\n'.repeat(1000)), /damaged, or no MMDB/],
    ['a zip', () => sends(`PK\x03\x04${'x'.repeat(1000)}`), /damaged, or no MMDB/],
    ['1 GB, as it announces', () => announced, /sent more than 32 MB$/],
    ['bytes without end', () => endless, /sent more than 32 MB$/],
    [
      'a bomb',
      () => sends(gzipSync(Buffer.alloc(64e6), { level: 1 })),
      /unpacks to more than 32 MB/,
    ],
    ['no answer', () => silent, /did not answer in time$/],
    ['a beginning, and then nothing', () => hangs, /did not answer in time$/],
    ['a byte now and then', () => drips, /did not answer in time$/],
    [
      'another kind of MMDB',
      () => sends(mmdbFile({ '8.0.0.0/8': { asn: 'AS1' } })),
      /knows no country/,
    ],
    ['some countries', () => sends(small), /only \d+ of 100 well-known addresses/],
    [
      'one country for all',
      () => sends(mmdbFile({ '0.0.0.0/1': { country: 'DE' }, '128.0.0.0/1': { country: 'DE' } })),
      /only \d+ of 100 well-known addresses/,
    ],
  ])('%s', async (_, make, reason) => {
    answer = await make();
    writeFileSync(target, small);
    const short = { ...limits, ms: 3_000 };
    const error = await take(`http://user:secret@${host}/geo?token=secret`, { limits: short }).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toMatch(reason);
    expect(error?.message).not.toMatch(/secret|\n/);
    expect(readFileSync(target).equals(small)).toBe(true);
    expect(names()).toEqual(['countries.mmdb']);
  });

  test('nobody at the address', async () => {
    await expect(take('http://127.0.0.1:1/geo')).rejects.toThrow(/127\.0\.0\.1:1 refused/);
    expect(existsSync(target)).toBe(false);
  });

  test.each([
    ['a file that is not there', () => join(folder, 'none.mmdb'), /there is no such file/],
    ['a folder', () => folder, /is no file/],
  ])('%s', async (_, from, reason) => {
    await expect(updateCountryDatabase({ from: from(), target, limits })).rejects.toThrow(reason);
    expect(names()).toEqual([]);
  });
});
