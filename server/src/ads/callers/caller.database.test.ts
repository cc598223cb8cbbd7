import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mmdbFile } from '../../../test/samples/mmdb-file.ts';
import { openCountryDatabase } from './caller.database.ts';
import {
  bundledDatabase,
  type CountryDatabaseFile,
  openCountryDatabaseFile,
} from './caller.database-file.ts';

describe('the bundled database', () => {
  const database = openCountryDatabase(readFileSync(bundledDatabase()));

  it.each([
    ['8.8.8.8', 'US'],
    ['193.0.6.139', 'NL'],
    ['200.160.2.3', 'BR'],
    ['2001:4860:4860::8888', 'US'],
    ['2001:67c:2e8:22::c100:68b', 'NL'],
    ['10.0.0.1', null],
    ['::1', null],
    ['not an address', null],
  ])('says of %s: %s', (address, country) => {
    expect(database.countryOf(address)).toBe(country);
  });

  it('has a date', () => {
    expect(database.builtAt).toBeGreaterThan(Date.parse('2026-01-01'));
  });
});

describe('another database', () => {
  it('is read in the shapes that are about; what is no country is unknown', () => {
    const database = openCountryDatabase(
      mmdbFile({
        '8.0.0.0/8': { country_code: 'TD' },
        '9.0.0.0/8': { country: { iso_code: 'CH' } },
        '2a00:1450::/32': { country: 'IE' },
        '11.0.0.0/8': { country_code: 'ZZ' },
        '12.0.0.0/8': { asn: 'AS1' },
      }),
    );
    const asked = ['8.8.8.8', '9.9.9.9', '2a00:1450::1', '11.1.1.1', '12.1.1.1', '13.1.1.1'];
    expect(asked.map(database.countryOf)).toEqual(['TD', 'CH', 'IE', null, null, null]);
    expect(database.builtAt).toBe(Date.parse('2026-01-02'));
  });

  const whole = readFileSync(bundledDatabase());
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('<html>404 Not Found</html>')],
    ['a half', whole.subarray(0, whole.length / 2)],
    ['its end', whole.subarray(whole.length / 2)],
    ['zeros to the middle', Buffer.concat([Buffer.alloc(4e6), whole.subarray(4e6)])],
    [
      'a hole',
      Buffer.concat([whole.subarray(0, 1e6), Buffer.alloc(1e5, 255), whole.subarray(1.1e6)]),
    ],
    ['no country', mmdbFile({ '8.0.0.0/8': { asn: 'AS1' } })],
    ['a country that is a number', mmdbFile({ '8.0.0.0/8': { country_code: 5 } })],
  ])('%s is refused in one line', (_, file) => {
    expect(() => openCountryDatabase(file)).toThrow(/^it (is damaged|knows no country).*$/);
  });
});

describe('the file of the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-mmdb-'));
  const path = join(folder, 'countries.mmdb');
  const fileOf = (code: string) => mmdbFile({ '8.0.0.0/8': { country_code: code } });
  let lines: { level: number; msg: string }[];
  let opened: CountryDatabaseFile;
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const country = () => opened.current().countryOf('8.8.8.8');
  const errors = () => lines.filter(({ level }) => level === 50);

  /** Puts a file as an operator should: whole at once, and never with the same time. */
  let time = 1_700_000_000;
  function put(file: Buffer): void {
    time += 1;
    writeFileSync(`${path}.new`, file);
    utimesSync(`${path}.new`, time, time);
    renameSync(`${path}.new`, path);
  }

  beforeEach(async () => {
    lines = [];
    put(fileOf('TD'));
    opened = await openCountryDatabaseFile({ paths: [path], logger, every: 20 });
  });
  afterEach(() => {
    opened.stop();
    rmSync(path, { force: true });
  });

  it('is taken anew when it is replaced, and told of', async () => {
    let told = 0;
    opened.onReplaced(() => {
      told += 1;
    });
    expect(country()).toBe('TD');
    put(fileOf('CH'));
    await expect.poll(country).toBe('CH');
    expect(told).toBe(1);
    expect(errors()).toEqual([]);
  });

  it('is taken when it was written in place, bit by bit', async () => {
    const file = fileOf('NO');
    for (const part of [10, 100, file.length]) {
      writeFileSync(path, file.subarray(0, part));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect.poll(country).toBe('NO');
  });

  it('stays as it was while a new one is damaged, and one error is logged', async () => {
    put(Buffer.from('not a database'));
    await expect.poll(() => errors().length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(errors()).toMatchObject([{ msg: expect.stringContaining('the old one stays') }]);
    expect(country()).toBe('TD');
    put(fileOf('SE'));
    await expect.poll(country).toBe('SE');
  });

  it('stays as it was while the file is gone, and takes the next one', async () => {
    rmSync(path);
    await expect.poll(() => errors().length).toBe(1);
    expect(country()).toBe('TD');
    put(fileOf('FI'));
    await expect.poll(country).toBe('FI');
  });

  it('gives way to one before it as soon as that is there, and comes back when it is gone', async () => {
    opened.stop();
    const first = join(folder, 'first.mmdb');
    opened = await openCountryDatabaseFile({ paths: [first, path], logger, every: 20 });
    expect(country()).toBe('TD');
    writeFileSync(`${first}.new`, fileOf('JP'));
    renameSync(`${first}.new`, first);
    await expect.poll(country).toBe('JP');
    rmSync(first);
    await expect.poll(country).toBe('TD');
    expect(errors()).toEqual([]);
  });

  it('is used at the start when one before it is damaged, which is told once', async () => {
    opened.stop();
    const first = join(folder, 'damaged.mmdb');
    writeFileSync(first, '<html>');
    opened = await openCountryDatabaseFile({ paths: [first, path], logger, every: 20 });
    expect(country()).toBe('TD');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(errors()).toMatchObject([{ path: first, reason: expect.stringContaining('damaged') }]);
    writeFileSync(first, fileOf('KE'));
    await expect.poll(country).toBe('KE');
    rmSync(first);
  });

  it.each([
    ['that is missing', '/nowhere/at/all.mmdb', /no such file/],
    ['that is a folder', folder, /cannot be used: /],
  ])('%s stops the start with one line', async (_, wrong, message) => {
    const opening = openCountryDatabaseFile({ paths: [wrong], logger });
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(/^MMDB_FILE: [^\n]+$/);
  });
});
