import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it.each([
  ['', resolve('data')],
  ['data', resolve('data')],
  ['../data', resolve('..', 'data')],
  ['~/data', join(homedir(), 'data')],
  ['/srv/data', '/srv/data'],
])('DATA_DIR %j is an absolute path', (value, path) => {
  expect(readSettings({ DATA_DIR: value }).dataDir).toBe(path);
});

it('and so are all other paths', () => {
  const { mmdbFile, backups } = readSettings({ MMDB_FILE: 'ranges.mmdb', BACKUP_DIR: 'backups' });
  expect(mmdbFile).toBe(resolve('ranges.mmdb'));
  expect(backups?.folder).toBe(resolve('backups'));
});
