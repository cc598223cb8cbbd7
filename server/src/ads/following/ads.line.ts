import { apiMethods } from '@adwarden/contract/global-config';
import { storedScopes } from '@adwarden/contract/pauses/pauses';
import { z } from 'zod';
import type { OfficeLine } from './ads.stream.ts';

/* Checks the form of an office's lines before they are used. Checking 100,000 apps takes a tenth of a second. */

const text = z.string();
const time = z.number();
const app = z.object({
  appID: text,
  appName: text,
  packageName: text,
  accountName: text,
  accountKey: text,
  ownerId: text.nullable(),
  category: text,
  adsStatus: text,
  appStatus: text,
  visibleExtra: text,
  ipAddress: text,
  adUnits: text,
  iconHash: text,
  updatedAt: time,
  token: text,
  oldTokens: z.array(z.object({ token: text, until: time })),
  configuration: z.object({ countryCodes: text, createdAt: time }).nullable(),
});
const pause = z.object({
  scope: z.enum(storedScopes),
  key: text,
  reason: text,
  until: time.nullable(),
});
const position = z.object({ epoch: text, seq: z.int().nonnegative(), mark: text });

const lines: { [Kind in OfficeLine['kind']]: z.ZodType<Extract<OfficeLine, { kind: Kind }>> } = {
  all: z.object({ kind: z.literal('all') }),
  apps: z.object({ kind: z.literal('apps'), apps: z.array(app), gone: z.array(text) }),
  at: z.object({ kind: z.literal('at'), position }),
  pauses: z.object({ kind: z.literal('pauses'), pauses: z.array(pause) }),
  callers: z.object({
    kind: z.literal('callers'),
    settings: z.object({ apiMethod: z.enum(apiMethods), ipInfoToken: text, vpnApiKey: text }),
  }),
  watched: z.object({ kind: z.literal('watched'), appIDs: z.array(text) }),
  current: z.object({
    kind: z.literal('current'),
    now: time.nullable(),
    isHeld: z.boolean().exactOptional(),
  }),
  failing: z.object({ kind: z.literal('failing') }),
  office: z.object({
    kind: z.literal('office'),
    troubles: z.array(text),
    isDiskFull: z.boolean(),
    isRefused: z.boolean().exactOptional(),
    lookups: z.object({ ipinfo: z.int().nonnegative(), vpnapi: z.int().nonnegative() }),
    time: z.object({ now: time, held: time.nullable() }).nullable().exactOptional(),
  }),
};

/** Reads a line of an office. Null for an unknown kind: a newer office may send more. Throws for a wrong form. */
export function readLine(line: unknown): OfficeLine | null {
  const kind = z.object({ kind: text }).parse(line).kind as OfficeLine['kind'];
  if (!Object.hasOwn(lines, kind)) return null;
  const read = lines[kind].safeParse(line);
  if (read.success) return read.data as OfficeLine;
  // The values are left out: they may be secrets.
  const [issue] = read.error.issues;
  throw new Error(`the office sends nonsense: ${kind} ${issue?.path.join('.')} (${issue?.code})`);
}
