import { z } from 'zod';

/*
 * The environment, read once (design, section 3). A bad value stops the start with one line that names it.
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

const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const environment = z.object({
  PORT: number(0, 65535, 8080),
  HOST: text.min(1).default('127.0.0.1'),
  DATA_DIR: text.min(1).default('./data'),
  DATABASE_URL: z.undefined('is not taken by this version: the database is embedded in DATA_DIR'),
  ADMIN_EMAIL: text
    .max(254)
    .pipe(z.email('must be an e-mail address'))
    .default('admin@example.com'),
  ADMIN_PASSWORD: text.min(8, 'must be 8 to 128 characters').max(128).optional(),
  ADMIN_NAME: text.min(1).max(200).default('Administrator'),
  SECRET_KEY: text.transform(keyBytes).optional(),
  SECRET_KEYS_OLD: list
    .transform((keys, context) => keys.map((key) => keyBytes(key, context)))
    .default([]),
  SHOW_PASSWORDS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((value) => value === 'on'),
  TRUST_PROXY: list
    .pipe(
      z.array(
        z.union(
          [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
          'must be addresses or CIDRs, separated by commas',
        ),
      ),
    )
    .default([]),
  PUBLIC_URL: text
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  COMPANY_NAME: text.min(1).max(100).default('Adwarden'),
  ADS_MAX_AGE: number(0, 86_400, 30),
  SESSION_HOURS: number(1, 8760, 12),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level')
    .default('info'),
});

/** The settings of the environment and of `.env` in this folder; throws like `readSettings`. */
export function settingsHere(): Settings {
  try {
    process.loadEnvFile('.env');
  } catch {
    // There is no .env file: the environment is all there is.
  }
  return readSettings();
}

export type Settings = ReturnType<typeof readSettings>;

/** Reads and checks every setting; throws a one-line Error that names the first bad one. */
export function readSettings(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, orNone(env[name]?.trim())]),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const value = result.data;
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    admin: Object.freeze({
      email: value.ADMIN_EMAIL,
      password: value.ADMIN_PASSWORD,
      name: value.ADMIN_NAME,
    }),
    secretKey: value.SECRET_KEY,
    oldSecretKeys: value.SECRET_KEYS_OLD,
    showPasswords: value.SHOW_PASSWORDS,
    trustProxy: value.TRUST_PROXY,
    publicUrl: value.PUBLIC_URL,
    companyName: value.COMPANY_NAME,
    adsMaxAge: value.ADS_MAX_AGE,
    sessionHours: value.SESSION_HOURS,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
  });
}
