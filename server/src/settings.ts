import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { hasInvisible } from '@adwarden/contract/unicode';
import { z } from 'zod';

/*
 * The environment, read once (ADR 29 "First start"). A bad value stops the start with one line that names it.
 */

const text = z.string().trim();
const orNone = (value: string | undefined) => (value === '' ? undefined : value);

/** The 32 bytes of a secret key written in hex or base64, or null. */
export function parseSecretKey(value: string): Buffer | null {
  const bytes = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
  return bytes.length === 32 ? bytes : null;
}

const keyBytes = (value: string, context: z.RefinementCtx): Buffer => {
  const bytes = parseSecretKey(value);
  if (bytes) return bytes;
  context.addIssue('must be 32 bytes in base64 or hex (make one: openssl rand -base64 32)');
  return z.NEVER;
};

const number = (low: number, high: number, fallback: number) => {
  const error = `must be a whole number from ${low} to ${high}`;
  return text
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.int(error).min(low, error).max(high, error))
    .default(fallback);
};

/** Refuses invisible characters: with them, two different names look the same. */
const visibleText = text.refine((value) => !hasInvisible(value), {
  error: 'must not contain invisible characters',
  abort: true,
});

const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const onOrOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((value) => value === 'on');

const environment = z.object({
  PORT: number(0, 65535, 8080),
  HOST: text.min(1).default('127.0.0.1'),
  DATA_DIR: text.min(1).default('./data'),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  DATABASE_POOL: number(2, 200, 10),
  DATABASE_PREPARE: onOrOff,
  ADMIN_EMAIL: visibleText
    .max(254)
    .pipe(z.email('must be an e-mail address'))
    .default('admin@example.com'),
  ADMIN_PASSWORD: text.min(8, 'must be 8 to 128 characters').max(128).optional(),
  ADMIN_NAME: visibleText.min(1).max(200).default('Administrator'),
  SECRET_KEY: text.transform(keyBytes).optional(),
  SECRET_KEYS_OLD: list
    .transform((keys, context) => keys.map((key) => keyBytes(key, context)))
    .default([]),
  SHOW_PASSWORDS: onOrOff,
  TRUST_PROXY: list
    .pipe(
      z.array(
        z.union(
          [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
          'must be addresses or CIDRs, separated by commas',
        ),
      ),
    )
    .refine((networks) => networks.every((network) => !/\/0+$/.test(network)), {
      error: 'must not trust every address: then anybody could say where they come from',
    })
    .default([]),
  COUNTRY_HEADER: text
    .regex(/^[\w-]{1,100}$/, 'must be the name of a header')
    .toLowerCase()
    .default('cf-ipcountry'),
  MMDB_FILE: text.min(1).optional(),
  VPN_LOOKUPS_PER_DAY: number(1, 100_000_000, 1000),
  PUBLIC_URL: text
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  COMPANY_NAME: text.min(1).max(100).default('Adwarden'),
  ADS_MAX_AGE: number(0, 86_400, 30),
  WORKERS: number(1, 64, 1),
  SESSION_HOURS: number(1, 8760, 12),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  WRITES_PER_MINUTE: number(1, 1_000_000, 60),
  APPS_PER_OWNER: number(1, 1_000_000, 1000),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level')
    .default('info'),
});

/** The names of all settings. */
export const settingNames = Object.keys(environment.shape);

/** The settings of the environment and of `.env` in this folder; throws like `readSettings`. */
export function settingsHere(): Settings {
  readEnvironmentFile('.env');
  return readSettings();
}

/** Adds a file's settings to the environment, which wins. A file that exists but cannot be read stops the start. */
function readEnvironmentFile(path: string): void {
  // `lstat` does not follow links: a link to a missing file exists, and then reading it fails.
  if (!lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    const said = parseEnv(readFileSync(path, 'utf8'));
    for (const [name, value] of Object.entries(said)) process.env[name] ??= value;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

export type Settings = ReturnType<typeof readSettings>;

/** Reads and checks every setting; throws a one-line Error that names the first bad or missing one. */
export function readSettings(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(settingNames.map((name) => [name, orNone(env[name]?.trim())]));
  const result = environment.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const value = result.data;
  if (value.DATABASE_URL && !value.SECRET_KEY) {
    throw new Error(
      'SECRET_KEY must be set with DATABASE_URL, the same on every node (make one: openssl rand -base64 32)',
    );
  }
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    postgres: value.DATABASE_URL
      ? Object.freeze({
          url: value.DATABASE_URL,
          pool: value.DATABASE_POOL,
          prepare: value.DATABASE_PREPARE,
        })
      : undefined,
    admin: Object.freeze({
      email: value.ADMIN_EMAIL,
      password: value.ADMIN_PASSWORD,
      name: value.ADMIN_NAME,
    }),
    secretKey: value.SECRET_KEY,
    oldSecretKeys: value.SECRET_KEYS_OLD,
    showPasswords: value.SHOW_PASSWORDS,
    trustProxy: value.TRUST_PROXY,
    countryHeader: value.COUNTRY_HEADER,
    mmdbFile: value.MMDB_FILE,
    vpnLookupsPerDay: value.VPN_LOOKUPS_PER_DAY,
    publicUrl: value.PUBLIC_URL,
    companyName: value.COMPANY_NAME,
    adsMaxAge: value.ADS_MAX_AGE,
    workers: value.WORKERS,
    sessionHours: value.SESSION_HOURS,
    metricsToken: value.METRICS_TOKEN,
    writesPerMinute: value.WRITES_PER_MINUTE,
    appsPerOwner: value.APPS_PER_OWNER,
    logLevel: value.LOG_LEVEL,
  });
}
