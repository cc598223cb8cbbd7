import { lstatSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { editDistance } from '@adwarden/contract/edit-distance';
import { limits } from '@adwarden/contract/limits';
import { firstPartOf, ownFirstParts } from '@adwarden/contract/own-paths';
import { hasInvisible } from '@adwarden/contract/unicode';
import parseAddresses from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { faultOfTls } from './db/postgres/postgres.tls.ts';
import { keepOwner } from './foreign-files.ts';
import { type ClaimRule, readClaimRules } from './people/claim-rules.ts';
import { requiredFactors } from './people/required-factor.ts';

/*
 * The environment, read once (ADR 29 "First start"). A bad value stops the start with one line that names it.
 */

const text = z.string().trim();
const orNone = (value: string | undefined) => (value === '' ? undefined : value);

/** Reads the 32 bytes of a secret key written in hex or base64, or returns null. */
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

/** Writes a key of an edge in one spelling, so that two can be compared as texts. */
const edgeKey = (value: string, context: z.RefinementCtx): string =>
  keyBytes(value, context).toString('base64');

const number = (low: number, high: number, fallback: number) => {
  const error = `must be a whole number from ${low} to ${high}`;
  return text
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.int(error).min(low, error).max(high, error))
    .default(fallback);
};

/** A port, or `off`: null. */
const portOrOff = text
  .regex(/^(off|\d{1,5})$/, 'must be off, or a port from 1 to 65535')
  .transform((value) => (value === 'off' ? null : Number(value)))
  .refine((port) => port === null || (port >= 1 && port <= 65_535), {
    error: 'must be off, or a port from 1 to 65535',
  })
  .default(null);

/** Hours, or `off`: null. */
const hoursOrOff = (low: number, high: number) => {
  const error = `must be off, or whole hours from ${low} to ${high}`;
  return text
    .regex(/^(off|\d{1,4})$/, error)
    .transform((value) => (value === 'off' ? null : Number(value)))
    .refine((hours) => hours === null || (hours >= low && hours <= high), { error })
    .default(null);
};

/** Refuses invisible characters: with them, two different names look the same. */
const visibleText = text.refine((value) => !hasInvisible(value), {
  error: 'must not contain invisible characters',
  abort: true,
});

/** One address (`a@b.example`), or a name and an address (`Tide <a@b.example>`, RFC 5322, 3.4). The name may be ''. */
const mailbox = visibleText.max(254).transform((value, context) => {
  const [first, ...others] = parseAddresses(value, { flatten: true });
  if (first && others.length === 0 && z.email().safeParse(first.address).success) return first;
  context.addIssue('must be an e-mail address, or a name and an address: Tide <tide@example.com>');
  return z.NEVER;
});

const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const onOrOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(fallback)
    .transform((value) => value === 'on');

/**
 * An absolute path, because the folder of the start may be gone later. `~` is the home of the user who starts the server: only
 * shells replace it, and not in `.env`.
 */
const path = text.min(1).transform((value, context) => {
  const isHome = value === '~' || value.startsWith('~/');
  if (value.startsWith('~') && !isHome) {
    context.addIssue('must not begin with the home of somebody else: write the whole path');
    return z.NEVER;
  }
  try {
    return resolve(isHome ? join(homedir(), value.slice(1)) : value);
  } catch {
    context.addIssue('must be a whole path: the folder where this was started is gone');
    return z.NEVER;
  }
});

/** Addresses and CIDRs, but not all of them. */
const networks = (refusal: string) =>
  list
    .pipe(
      z.array(
        z.union(
          [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
          'must be addresses or CIDRs, separated by commas',
        ),
      ),
    )
    .refine((all) => all.every((network) => !/\/0+$/.test(network)), { error: refusal })
    .default([]);

const isLocal = (url: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

/**
 * `/adwarden`, without a slash at its end, or '' for the root. It has only characters that no program writes in another way, so
 * that a request for it is recognised by a comparison.
 */
const basePath = text
  .max(200, 'must be at most 200 characters')
  .transform((value, context) => {
    if (value === '/') return '';
    const path = `/${value.replace(/^\//, '').replace(/\/$/, '')}`;
    if (!/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(path)) {
      context.addIssue(
        'must be / or a path such as /adwarden: letters, digits, hyphens, dots, underscores and ~ between slashes',
      );
      return z.NEVER;
    }
    if (ownFirstParts.includes(firstPartOf(path))) {
      context.addIssue(
        `must not begin with /${firstPartOf(path)}: Adwarden has paths of its own there`,
      );
      return z.NEVER;
    }
    return path;
  })
  .default('');

/** `https://office.example.com`, or a path below it; `http://` as `mustFitRole` allows. */
const officeUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain =
    url && url.href.replace(/\/$/, '') === url.origin + url.pathname.replace(/\/$/, '');
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  context.addIssue(
    'must be https addresses without a user, a question mark or a hash, separated by commas',
  );
  return z.NEVER;
});

/** An http or https address, without a slash at its end. */
const webAddress = text
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
  .transform((url) => url.replace(/\/+$/, ''));

/** The issuers with which Microsoft signs in people of any tenant. */
const manyTenants =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** The issuer, letter for letter: its slash at the end counts. http only on this machine. */
const issuer = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url && url.search === '' && url.hash === '' && url.username === '';
  if (!isPlain || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)))) {
    context.addIssue('must be the https address of the issuer, as the provider writes it');
    return z.NEVER;
  }
  if (manyTenants.test(value) || /[{}]|%7[bd]/i.test(value)) {
    context.addIssue(
      'must be the issuer of one tenant: with one of many tenants, people of any tenant could sign in',
    );
    return z.NEVER;
  }
  return value;
});

/** Rules for the claims of single sign-on. */
const claimRules = text
  .transform((value, context): ClaimRule[] => {
    const { rules, fault } = readClaimRules(value);
    if (fault === null) return rules;
    context.addIssue(fault);
    return z.NEVER;
  })
  .default([]);

/** An http or https address, with `user:password@` if it wants them. */
const countryAddress = text
  .max(2_000, 'must be at most 2,000 characters')
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an http or https address',
  })
  .refine((value) => !URL.canParse(value) || loginIn(new URL(value)) !== null, {
    error: 'must have its user and password percent-encoded',
  });

const databaseUrl = text
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
  .superRefine((value, context) => {
    const fault = faultOfTls(value);
    if (fault) context.addIssue(fault);
  });

/** `smtp://user:password@mail.example.com:587`, or `smtps://`; nothing else. */
const mailServer = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  const login = url && loginIn(url);
  if (isPlain && login && /^smtps?:$/.test(url.protocol) && url.hostname !== '') {
    const isTls = url.protocol === 'smtps:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // With a password, a server on another machine must encrypt.
    const mustEncrypt = login.user !== '' && !isLocal(url);
    return { ...login, host, port: Number(url.port || (isTls ? 465 : 587)), isTls, mustEncrypt };
  }
  context.addIssue(
    'must be smtp:// or smtps:// with the host of a mail server; before it user:password@, percent-encoded, if it wants them',
  );
  return z.NEVER;
});

function loginIn({
  username,
  password,
}: Pick<URL, 'username' | 'password'>): { user: string; password: string } | null {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** The longest name of an edge. */
const longestName = 64;
/** Returns the host's name, as far as an edge can have it. */
const hostAsName = () =>
  hostname()
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, longestName) || 'edge';

const environment = z.object({
  ROLE: z.enum(['all', 'ads', 'office'], 'must be all, ads or office').default('all'),
  OFFICE_URL: list.pipe(z.array(officeUrl).max(10, 'must be at most 10 addresses')).default([]),
  EDGE_KEY: text.transform(edgeKey).optional(),
  EDGE_KEYS: list
    .transform((keys, context) => keys.map((key) => edgeKey(key, context)))
    .pipe(z.array(z.string()).max(100, 'must be at most 100 keys'))
    .default([]),
  EDGE_NETWORKS: networks('must not be every address: the stream would be read on the way'),
  EDGE_NAME: text
    .regex(
      new RegExp(`^[A-Za-z0-9._-]{1,${longestName}}$`),
      `must be 1 to ${longestName} letters, digits, dots, hyphens or underscores`,
    )
    .optional(),
  PORT: number(0, 65535, 8080),
  HOST: text.min(1).default('127.0.0.1'),
  DATA_DIR: path.prefault('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: number(2, 200, 10),
  DATABASE_PREPARE: onOrOff('on'),
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
  SHOW_PASSWORDS: onOrOff('on'),
  TRUST_PROXY: networks(
    'must not trust every address: then anybody could say where they come from',
  ),
  COUNTRY_HEADER: text
    .regex(/^[\w-]{1,100}$/, 'must be the name of a header')
    .toLowerCase()
    .default('cf-ipcountry'),
  MMDB_FILE: path.optional(),
  COUNTRY_DATABASE_URL: countryAddress.optional(),
  COUNTRY_DATABASE_EVERY: hoursOrOff(1, 720),
  VPN_LOOKUPS_PER_DAY: number(1, 100_000_000, 1000),
  PUBLIC_URL: webAddress.optional(),
  OFFICE_ADDRESS: webAddress.optional(),
  BASE_PATH: basePath,
  COMPANY_NAME: text.min(1).max(100).default('Adwarden'),
  ADS_MAX_AGE: number(0, 86_400, 30),
  WORKERS: number(1, 64, 1),
  SESSION_HOURS: number(1, 8760, 12),
  SHARE_TABS: z.enum(['on', 'off'], 'must be on or off').optional(),
  SESSION_DAYS: number(1, 365, limits.sessionDays),
  REQUIRE_SECOND_FACTOR: z.enum(requiredFactors, 'must be off, admins or all').default('off'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text.min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: text.min(1).max(2_000).optional(),
  OIDC_NAME: visibleText.min(1).max(100).default('single sign-on'),
  OIDC_ADMINS: claimRules,
  OIDC_VIEWERS: claimRules,
  OIDC_OWNERS: z.enum(['off', 'match', 'create'], 'must be off, match or create').default('off'),
  OIDC_EMAIL: z.enum(['verified', 'trusted'], 'must be verified or trusted').default('verified'),
  OIDC_ONLY: onOrOff('off'),
  OIDC_SIGN_OUT: onOrOff('off'),
  OIDC_ACR: list.default([]),
  OIDC_SESSION_HOURS: number(1, 720, 8),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: portOrOff,
  WRITES_PER_MINUTE: number(1, 1_000_000, 60),
  APPS_PER_OWNER: number(1, 1_000_000, limits.quotas.apps.user),
  WEBHOOK_PRIVATE: onOrOff('off'),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_HOUR: number(0, 23, 6),
  TRAFFIC_DAYS: number(limits.traffic.days.min, limits.traffic.days.max, limits.kept.usage.days),
  APP_ADS_PRIVATE: onOrOff('off'),
  BACKUP_DIR: path.optional(),
  BACKUP_EVERY: number(1, 720, 24),
  BACKUP_KEEP: number(1, 1000, 7),
  HEARTBEAT: onOrOff('on'),
  ADS_LANE: onOrOff('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level')
    .default('info'),
});

/** The names of all settings. */
export const settingNames = Object.keys(environment.shape);

/** Reads the settings of the environment and of `.env` in this folder; throws like `readSettings`. */
export function settingsHere(): Settings {
  addEnvironmentFile('.env', process.env);
  const settings = readSettings();
  // The processes that this one starts read the settings again, perhaps when this folder is gone.
  process.env.DATA_DIR = settings.dataDir;
  // A command of root must not leave files that the server may not open.
  process.once('exit', () => keepOwner(settings.dataDir));
  if (settings.mmdbFile) process.env.MMDB_FILE = settings.mmdbFile;
  if (settings.backups) process.env.BACKUP_DIR = settings.backups.folder;
  return settings;
}

/**
 * Adds a file's settings to the environment, which wins. Throws for a file that exists but cannot be read, and for one with a
 * line that sets nothing, or with a name that is nearly one of ours.
 */
export function addEnvironmentFile(file: string, env: Record<string, string | undefined>): void {
  // `lstat` does not follow links: a link to a missing file exists, and then reading it fails.
  if (!lstatSync(file, { throwIfNoEntry: false })) return;
  let content: string;
  try {
    // The decoder drops a byte order mark.
    content = new TextDecoder().decode(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
  mustBeEntries(content, file);
  for (const [name, value] of Object.entries(parseEnv(content))) {
    const known = nearestSetting(name);
    if (known) throw new Error(`${file}: ${name} is no setting; is ${known} meant?`);
    env[name] ??= value;
  }
}

/**
 * Refuses lines that `parseEnv` skips or misreads, or whose value it would cut silently. They are named by their number: a line
 * may be a part of a secret.
 */
function mustBeEntries(content: string, file: string): void {
  const lines = content.split(/\r?\n/);
  for (let place = 0; place < lines.length; place += 1) {
    const line = lines[place]?.trim() ?? '';
    if (line === '' || line.startsWith('#')) continue;
    const [, name, text = ''] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    const where = `${file}: line ${place + 1}`;
    if (!name) throw new Error(`${where} is not NAME=VALUE`);
    const [, quote, quoted = ''] = /^\s*(["'`])(.*)$/.exec(text) ?? [];
    if (quote === undefined) {
      // A comment begins after a blank. `parseEnv` takes every # for one.
      const [before = '', ...comments] = text.split('#');
      if (comments.length === 0 || /\s$/.test(before)) continue;
      throw new Error(`${where}: the value of ${name} would end before its #. Put it in quotes`);
    }
    // A quoted value may have several lines.
    let rest = quoted;
    while (!rest.includes(quote)) {
      place += 1;
      if (place >= lines.length) throw new Error(`${file}: the quote after ${name} does not end`);
      rest = lines[place] ?? '';
    }
    const after = rest.slice(rest.indexOf(quote) + 1).trim();
    if (after === '' || after.startsWith('#')) continue;
    throw new Error(
      `${where}: the value of ${name} goes on after its quote. Put it in another kind of quotes`,
    );
  }
}

/** The most letters in which a name may differ from the setting that is meant. */
const mostSlips = 2;

/** Finds the setting that a name is probably meant to be; undefined for a setting itself, and for any other name. */
export function nearestSetting(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  const plain = (text: string) => text.toUpperCase().replaceAll('_', '');
  const distances = settingNames.map((known) => editDistance(plain(name), plain(known), mostSlips));
  const least = Math.min(...distances);
  const known = settingNames[distances.indexOf(least)] ?? '';
  return least <= (plain(known).length < 8 ? 1 : mostSlips) ? known : undefined;
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
  if (value.COUNTRY_DATABASE_EVERY !== null && !value.COUNTRY_DATABASE_URL) {
    throw new Error('COUNTRY_DATABASE_URL must be set with COUNTRY_DATABASE_EVERY');
  }
  mustFitRole(value);
  mustFitSignOn(value);
  return Object.freeze({
    role: value.ROLE,
    /** The offices of an edge, and what it says to them. */
    edge: Object.freeze({
      offices: value.OFFICE_URL,
      key: value.EDGE_KEY ?? '',
      name: value.EDGE_NAME ?? hostAsName(),
    }),
    /** The keys by which an office knows its edges. */
    edgeKeys: value.EDGE_KEYS,
    /** Networks in which an edge and an office may talk without TLS. */
    edgeNetworks: value.EDGE_NETWORKS,
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
    /**
     * The address from which the database of countries is updated ('' for none), and the hours between updates (null for never).
     */
    countryUpdates: Object.freeze({
      url: value.COUNTRY_DATABASE_URL ?? '',
      everyHours: value.COUNTRY_DATABASE_EVERY,
    }),
    vpnLookupsPerDay: value.VPN_LOOKUPS_PER_DAY,
    publicUrl: value.PUBLIC_URL,
    /** The address of the back office for people, in links that are sent elsewhere. */
    officeAddress: value.OFFICE_ADDRESS ?? value.PUBLIC_URL,
    /** The path below which everything is: '/adwarden', or '' for the root. */
    basePath: value.BASE_PATH,
    companyName: value.COMPANY_NAME,
    adsMaxAge: value.ADS_MAX_AGE,
    workers: value.WORKERS,
    /** New tabs get the session of others. Below a path, other programs share the host and could ask for it. */
    shareTabs: (value.SHARE_TABS ?? (value.BASE_PATH ? 'off' : 'on')) === 'on',
    /** The life of a session, in milliseconds: without use, and in any case. */
    sessionLife: Object.freeze({
      idle: value.SESSION_HOURS * 3_600_000,
      longest: value.SESSION_DAYS * 86_400_000,
    }),
    /** Who must have a second factor. */
    requireSecondFactor: value.REQUIRE_SECOND_FACTOR,
    singleSignOn: singleSignOnOf(value),
    metricsToken: value.METRICS_TOKEN,
    /** The port on 127.0.0.1 at which metrics and details of `/readyz` need no token; null for none. */
    metricsPort: value.METRICS_PORT,
    writesPerMinute: value.WRITES_PER_MINUTE,
    appsPerOwner: value.APPS_PER_OWNER,
    /** Webhooks may be sent into private networks. */
    webhookPrivate: value.WEBHOOK_PRIVATE,
    /** The mail server, the sender, and the hour of the day in UTC for daily mails; null when nothing sends mails. */
    mail: value.SMTP_URL
      ? Object.freeze({
          server: value.SMTP_URL,
          from: {
            name: value.MAIL_FROM?.name || value.COMPANY_NAME,
            address: value.MAIL_FROM?.address ?? value.ADMIN_EMAIL,
          },
          hour: value.MAIL_HOUR,
        })
      : null,
    trafficDays: value.TRAFFIC_DAYS,
    /** app-ads.txt may be fetched from sites in private networks. */
    appAdsPrivate: value.APP_ADS_PRIVATE,
    /** The hours between two backups; others make those of PostgreSQL. */
    backupEveryHours: value.BACKUP_EVERY,
    /** The folder of automatic backups of the embedded database; null for none. */
    backups: value.BACKUP_DIR
      ? Object.freeze({
          folder: value.BACKUP_DIR,
          everyHours: value.BACKUP_EVERY,
          keep: value.BACKUP_KEEP,
        })
      : null,
    /** Processes that hang are killed. */
    heartbeat: value.HEARTBEAT,
    /** Plain requests for ads are answered on the socket (ADR 103). */
    adsLane: value.ADS_LANE,
    logLevel: value.LOG_LEVEL,
  });
}

/** Returns what single sign-on needs; null where it is not set up. */
function singleSignOnOf(value: z.infer<typeof environment>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value;
  const office = value.OFFICE_ADDRESS ?? value.PUBLIC_URL;
  if (!issuer || !clientId || !clientSecret || !office) return null;
  const owners = value.OIDC_OWNERS;
  const only = value.OIDC_ONLY;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret,
    /** What people call the provider. */
    name: value.OIDC_NAME,
    office,
    /** Who becomes an administrator or a viewer. */
    admins: value.OIDC_ADMINS,
    viewers: value.OIDC_VIEWERS,
    owners,
    email: value.OIDC_EMAIL,
    /** For whom a password is not enough. */
    only: Object.freeze({ admin: only, user: only && owners !== 'off' }),
    /** Whoever signs out here signs out at the provider, too. */
    signsOut: value.OIDC_SIGN_OUT,
    /** The values of `acr` that count as a second factor. */
    strong: value.OIDC_ACR,
    /** The life of a session that single sign-on has opened, in milliseconds. */
    sessionMs: value.OIDC_SESSION_HOURS * 3_600_000,
  });
}

/** The settings of single sign-on; null where it is not set up. */
export type SingleSignOnSettings = NonNullable<Settings['singleSignOn']>;

/** Throws when settings of single sign-on lack others. */
function mustFitSignOn(value: z.infer<typeof environment>): void {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ONLY } = value;
  if (!OIDC_ISSUER) {
    if (OIDC_ONLY) throw new Error('OIDC_ISSUER must be set with OIDC_ONLY');
    return;
  }
  if (!OIDC_CLIENT_ID) throw new Error('OIDC_CLIENT_ID must be set with OIDC_ISSUER');
  if (!OIDC_CLIENT_SECRET) throw new Error('OIDC_CLIENT_SECRET must be set with OIDC_ISSUER');
  const { OFFICE_ADDRESS, PUBLIC_URL, OIDC_ADMINS, OIDC_VIEWERS } = value;
  if (!OFFICE_ADDRESS && !PUBLIC_URL) {
    throw new Error(
      'OFFICE_ADDRESS must be set with OIDC_ISSUER: the provider sends people back to it',
    );
  }
  const office = new URL(OFFICE_ADDRESS ?? PUBLIC_URL ?? '');
  if (office.protocol === 'http:' && !isLocal(office)) {
    throw new Error(
      'OFFICE_ADDRESS must be https with OIDC_ISSUER: codes would be read on the way',
    );
  }
  const most = limits.singleSignOn.rules;
  if (OIDC_ADMINS.length > most) throw new Error(`OIDC_ADMINS must have at most ${most} rules`);
  if (OIDC_VIEWERS.length > most) throw new Error(`OIDC_VIEWERS must have at most ${most} rules`);
}

/** Returns the secrets of the settings that are sent to others: what others say is repeated only without them. */
export function secretsOf(settings: Settings): string[] {
  const { postgres, mail, edge, edgeKeys, metricsToken, countryUpdates, singleSignOn } = settings;
  const [, ofDatabase = ''] = /^\w+:\/\/[^/?#@:]*:([^/?#@]*)@/.exec(postgres?.url ?? '') ?? [];
  const database = loginIn({ username: '', password: ofDatabase })?.password ?? ofDatabase;
  const secrets = [
    database,
    mail?.server.password ?? '',
    edge.key,
    metricsToken ?? '',
    singleSignOn?.clientSecret ?? '',
  ];
  const countries = countryUpdates.url ? loginIn(new URL(countryUpdates.url)) : null;
  return [...secrets, ...edgeKeys, countries?.password ?? ''];
}

/** Throws when a setting is missing in a role, or has no meaning there: then another role was meant. */
function mustFitRole(value: z.infer<typeof environment>): void {
  const { ROLE: role, OFFICE_URL, EDGE_KEY, EDGE_KEYS, EDGE_NAME } = value;
  const { EDGE_NETWORKS, DATABASE_URL, BACKUP_DIR } = value;
  const refuse = (message: string) => {
    throw new Error(message);
  };
  if (role === 'ads') {
    if (OFFICE_URL.length === 0)
      refuse('OFFICE_URL must be set with ROLE=ads: the office to follow');
    if (!EDGE_KEY) refuse('EDGE_KEY must be set with ROLE=ads: one of EDGE_KEYS of the office');
    const isOpen = (url: string) => url.startsWith('http:') && !isLocal(new URL(url));
    if (OFFICE_URL.some(isOpen) && EDGE_NETWORKS.length === 0) {
      refuse('OFFICE_URL must be https: http only on this machine, or within EDGE_NETWORKS');
    }
    if (EDGE_KEYS.length > 0) refuse('EDGE_KEYS belongs to an office, and ROLE is ads');
    if (DATABASE_URL) refuse('DATABASE_URL belongs to an office, and ROLE is ads');
    if (BACKUP_DIR) refuse('BACKUP_DIR belongs to an office, and ROLE is ads');
    return;
  }
  if (DATABASE_URL && BACKUP_DIR) {
    refuse('BACKUP_DIR is for the embedded database: back the one of DATABASE_URL up with pg_dump');
  }
  if (OFFICE_URL.length > 0) refuse(`OFFICE_URL belongs to an edge, and ROLE is ${role}, not ads`);
  if (EDGE_KEY) refuse(`EDGE_KEY belongs to an edge, and ROLE is ${role}, not ads`);
  if (EDGE_NAME) refuse(`EDGE_NAME belongs to an edge, and ROLE is ${role}, not ads`);
  if (role === 'office' && EDGE_KEYS.length === 0) {
    refuse('EDGE_KEYS must be set with ROLE=office: without edges nobody would answer ads');
  }
}
