import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addEnvironmentFile, readSettings } from './settings.ts';

/*
 * Settings that are refused: the message is one line that names the setting and contains no password. That a refusal ends a
 * start: server/test/starts/start-refusals.test.ts.
 */

const secret = 'sesame-9';
const folder = mkdtempSync(join(tmpdir(), 'adwarden-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the one line with which something is refused. */
function refusalOf(read: () => void): string {
  try {
    read();
  } catch (error) {
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    expect(message).not.toContain(secret);
    return message;
  }
  throw new Error('Nothing was refused');
}

const usual = { PORT: '0', DATA_DIR: folder, SECRET_KEY: 'd'.repeat(64), LOG_LEVEL: 'silent' };
const refusalOfSettings = (environment: Record<string, string>) =>
  refusalOf(() => readSettings({ ...usual, ...environment }));

describe('single sign-on', () => {
  const signOn = {
    OIDC_ISSUER: 'https://login.example.com/realms/office',
    OIDC_CLIENT_ID: 'adwarden',
    OIDC_CLIENT_SECRET: secret,
    OFFICE_ADDRESS: 'https://office.example.com',
  };
  it.each([
    ['OIDC_CLIENT_ID must be set with OIDC_ISSUER', { OIDC_CLIENT_ID: '' }],
    ['OIDC_CLIENT_SECRET must be set with OIDC_ISSUER', { OIDC_CLIENT_SECRET: '' }],
    ['OFFICE_ADDRESS must be set with OIDC_ISSUER', { OFFICE_ADDRESS: '' }],
    [
      'OFFICE_ADDRESS must be https with OIDC_ISSUER',
      { OFFICE_ADDRESS: 'http://office.example.com' },
    ],
    ['OIDC_ISSUER must be set with OIDC_ONLY', { OIDC_ISSUER: '', OIDC_ONLY: 'on' }],
    ['OIDC_ISSUER must be the https address', { OIDC_ISSUER: 'http://login.example.com' }],
    ['OIDC_ISSUER must be the https address', { OIDC_ISSUER: 'https://login.example.com/?x=1' }],
    [
      'OIDC_ISSUER must be the issuer of one tenant',
      { OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
    ],
    [
      'OIDC_ISSUER must be the issuer of one tenant',
      { OIDC_ISSUER: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
    ],
    ['OIDC_ADMINS must be e-mails, @domain or claim=value', { OIDC_ADMINS: 'office' }],
    ['OIDC_OWNERS must be off, match or create', { OIDC_OWNERS: 'on' }],
    ['OIDC_EMAIL must be verified or trusted', { OIDC_EMAIL: 'any' }],
  ])('%s', (message, more) => {
    expect(refusalOfSettings({ ...signOn, ...more })).toMatch(new RegExp(`^${message}`));
  });

  it('is taken with an issuer on this machine, and is off without one', () => {
    const local = { ...usual, ...signOn, OIDC_ISSUER: 'http://127.0.0.1:1' };
    expect(readSettings(local).singleSignOn?.issuer).toBe('http://127.0.0.1:1');
    expect(readSettings(usual).singleSignOn).toBeNull();
  });
});

describe('invisible characters are refused', () => {
  it.each([
    ['ADMIN_EMAIL', 'ad\u200bmin@example.com'],
    ['ADMIN_EMAIL', '\u200fadmin@example.com'],
    ['ADMIN_NAME', 'Ada\u202e Harbour'],
  ])('in %s', (name, value) => {
    expect(refusalOfSettings({ [name]: value })).toBe(
      `${name} must not contain invisible characters`,
    );
  });
});

describe('a mail server that cannot be one is refused', () => {
  const fromWords = 'MAIL_FROM must be an e-mail address, or a name and an address';
  it.each<[string, Record<string, string>]>([
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `ada:${secret}@mail.example.com` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `https://${secret}@mail.example.com` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:${secret}@` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:%zz${secret}@mail` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:${secret}@mail/?tls=no` }],
    [fromWords, { MAIL_FROM: 'Tide <office>' }],
    [fromWords, { MAIL_FROM: 'a@b.example, c@d.example' }],
    ['MAIL_HOUR must be a whole number from 0 to 23', { MAIL_HOUR: '24' }],
  ])('%s: %j', (words, environment) => {
    expect(refusalOfSettings(environment).startsWith(words)).toBe(true);
  });
});

it.each([
  [
    'another scheme',
    { DATABASE_URL: `mysql://ada:${secret}@db/x` },
    /^DATABASE_URL must begin with postgres:/,
  ],
  [
    'no SECRET_KEY',
    { DATABASE_URL: 'postgres://db/x', SECRET_KEY: '' },
    /^SECRET_KEY must be set .*openssl rand -base64 32/,
  ],
])('a database is refused: %s', (_, environment, reason) => {
  expect(refusalOfSettings(environment)).toMatch(reason);
});

describe('settings that do not fit the role', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const edge = { ROLE: 'ads', OFFICE_URL: 'https://office.example.com', EDGE_KEY: key };
  it.each<[string, Record<string, string>]>([
    ['ROLE must be all, ads or office', { ROLE: 'edge' }],
    ['OFFICE_URL must be set with ROLE=ads', { ROLE: 'ads', EDGE_KEY: key }],
    ['EDGE_KEY must be set with ROLE=ads', { ...edge, EDGE_KEY: '' }],
    ['EDGE_KEY must be 32 bytes', { ...edge, EDGE_KEY: secret }],
    ['EDGE_KEYS must be 32 bytes', { EDGE_KEYS: `${key},${secret}` }],
    ['EDGE_NAME must be 1 to 64 letters', { ...edge, EDGE_NAME: '<b>Oslo' }],
    ['EDGE_KEYS belongs to an office', { ...edge, EDGE_KEYS: key }],
    ['DATABASE_URL belongs to an office', { ...edge, DATABASE_URL: 'postgres://db/x' }],
    ['BACKUP_DIR belongs to an office', { ...edge, BACKUP_DIR: '/backups' }],
    [
      'BACKUP_DIR is for the embedded database',
      { DATABASE_URL: 'postgres://db/x', SECRET_KEY: key, BACKUP_DIR: '/backups' },
    ],
    ['BACKUP_KEEP must be a whole number', { BACKUP_KEEP: '0' }],
    ['TRAFFIC_DAYS must be a whole number from 35 to 400', { TRAFFIC_DAYS: '34' }],
    ['OFFICE_URL belongs to an edge', { OFFICE_URL: edge.OFFICE_URL }],
    ['EDGE_KEY belongs to an edge', { ROLE: 'office', EDGE_KEYS: key, EDGE_KEY: key }],
    ['EDGE_NAME belongs to an edge', { EDGE_NAME: 'oslo' }],
    ['EDGE_KEYS must be set with ROLE=office', { ROLE: 'office' }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: 'http://office.example.com' }],
    ['EDGE_NETWORKS must be addresses or CIDRs', { ...edge, EDGE_NETWORKS: 'inside' }],
    ['EDGE_NETWORKS must not be every address', { ...edge, EDGE_NETWORKS: '::/0' }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: `https://ada:${secret}@office` }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: `${edge.OFFICE_URL},https://b/?x` }],
  ])('are refused: %s', (message, environment) => {
    const line = refusalOfSettings(environment);
    expect(line.startsWith(message), line).toBe(true);
  });
});

const newFile = () => join(mkdtempSync(join(folder, 'env-')), '.env');

describe('.env that cannot be read', () => {
  // File modes do not stop root.
  it.each([
    ['a folder', (path: string) => mkdirSync(path), 'EISDIR'],
    ['a link to nowhere', (path: string) => symlinkSync('not-there', path), 'ENOENT'],
  ])('is refused: %s', (_, make, reason) => {
    const file = newFile();
    make(file);
    const line = refusalOf(() => addEnvironmentFile(file, {}));
    expect(line.startsWith(`${file} cannot be read: ${reason}`), line).toBe(true);
  });
});

describe('.env that is not what was meant', () => {
  /** Returns the message for this text in `.env`, or for the settings in it. */
  function refusalOfFile(text: string): string {
    const file = newFile();
    writeFileSync(file, text);
    const line = refusalOf(() => {
      const env: Record<string, string | undefined> = {};
      addEnvironmentFile(file, env);
      readSettings({ ...usual, ...env });
    });
    return line.replace(file, '.env');
  }

  it.each([
    [
      'a name that is nearly one',
      'ADS_MAXAGE=5',
      'ADS_MAXAGE is no setting; is ADS_MAX_AGE meant?',
    ],
    ['a name in lower case', 'PORT=0\nport=80', 'port is no setting; is PORT meant?'],
    ['two letters', 'DATABSE_UR=x', 'DATABSE_UR is no setting; is DATABASE_URL meant?'],
    ['a line without =', '# ours\nLOG_LEVEL info\nPORT=0', 'line 2 is not NAME=VALUE'],
    ['such a last line', `PORT=0\n${secret}`, 'line 2 is not NAME=VALUE'],
    ['a colon', 'PORT: 80', 'line 1 is not NAME=VALUE'],
    [
      'a quote without an end',
      'COMPANY_NAME="Tide\nPORT=0',
      'the quote after COMPANY_NAME does not end',
    ],
    [
      'a # within a value',
      `PORT=0\nADMIN_PASSWORD=${secret}#${secret}`,
      'line 2: the value of ADMIN_PASSWORD would end before its #. Put it in quotes',
    ],
    [
      'a # that begins a value, before a comment',
      'COMPANY_NAME=#1 # ours',
      'line 1: the value of COMPANY_NAME would end before its #. Put it in quotes',
    ],
    [
      'a quote within quotes',
      `MULTI='a\nb'\nADMIN_PASSWORD="${secret}\\"${secret}"`,
      'line 3: the value of ADMIN_PASSWORD goes on after its quote. Put it in another kind of quotes',
    ],
    [
      'a byte order mark before a wrong name',
      '\uFEFFport=80',
      'port is no setting; is PORT meant?',
    ],
  ])('is refused: %s', (_, text, reason) => {
    expect(refusalOfFile(text)).toBe(`.env: ${reason}`);
  });

  it.each([
    ['names of other programs', 'HOSTNAME=a\nHOME_DIR=b\nNODE_OPTIONS=\nTZ=UTC\nexport WORKERS=x'],
    ['values of several lines, and comments', 'TEXT="a\nb"\n\n  # PROT=1\nWORKERS=x # two'],
    ['a byte order mark', '\uFEFFWORKERS=x\r\n'],
    ['a # in quotes, and comments behind', 'A="b#c" #d"\nE=\t# f#g\nH=`#\n#`#i\nWORKERS=\'x\'#two'],
  ])('is not refused for %s', (_, text) => {
    expect(refusalOfFile(text)).toBe('WORKERS must be a whole number from 1 to 64');
  });
});
