import { hash } from 'node:crypto';
import { type AdUnits, adUnitSlots, forEachAdUnit } from '@adwarden/contract/ad-units';
import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { judge } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { iconPath } from '../../kit/answers/icon-path.ts';
import { isoTime } from '../../kit/clock.ts';
import { scopesOf } from '../pauses/ads.scopes.ts';
import { cutPieces, joinPieces, packPieces, type WholeAds } from './ads.pieces.ts';

/** The data that the answer of one app is made from, as the tables hold it. */
export type AdsApp = {
  appID: string;
  appName: string;
  packageName: string;
  accountName: string;
  /** The account name as the database folds it for comparison, so that case does not matter. */
  accountKey: string;
  /** The owner's id; null when the app has no owner. */
  ownerId: string | null;
  category: string;
  adsStatus: string;
  appStatus: string;
  visibleExtra: string;
  ipAddress: string;
  /** JSON object of the filled ad units. */
  adUnits: string;
  iconHash: string;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** The current token, '' when the app has none. */
  token: string;
  /** Tokens that were rotated away; each is valid until a time in epoch milliseconds. */
  oldTokens: OldToken[];
  /** Null when no countries are configured; `countryCodes` are alpha-2, joined by commas. */
  configuration: { countryCodes: string; createdAt: number } | null;
};

/** A token that was rotated away. */
export type OldToken = { token: string; until: number };

/** Everything that is needed to answer for one app. It is built when the app changes, not when a phone requests it. */
export type AdsEntry = WithoutBody & {
  /** The whole envelope as JSON; with IP rules, its pieces (`packPieces`). */
  readonly body: Buffer;
};

/** An entry in the form in which it is kept and sent: its body is Latin-1 text, one character per byte. */
export type KeptAds = WithoutBody & { readonly body: string };

type WithoutBody = {
  /** The current token, '' when the app has none. */
  readonly token: string;
  /** The replaced tokens that are still valid; null for most apps. */
  readonly oldTokens: readonly OldToken[] | null;
  /** The strong entity tag, quotes included; with IP rules the caller's part is added when it is sent. */
  readonly etag: string;
  /** The account and the owner of the app, as `scopesOf` writes them: pauses may cover these. */
  readonly scopes: string;
  /** Whether the answer is the same for every caller, so that a shared cache may keep it: no IP rules. */
  readonly shared: boolean;
  /** The reason why the ads are off for everybody, pauses aside; null if they are on, or if it depends on the caller. */
  readonly reason: AdsOffReason | null;
};

/** A caller about whom nothing is known. Unknown facts block nothing, so the verdict is that of the app itself. */
const nobody = { country: null, vpn: null };

const noAdUnits = forEachAdUnit(() => '');

/** Builds the answer of an app without the fields that depend on the caller (ADR 30 "Content"). */
function wholeAds(app: AdsApp): WholeAds {
  const country = app.configuration?.countryCodes.split(',').filter(Boolean) ?? [];
  const rules = {
    appStatus: app.appStatus as AppStatus,
    adsStatus: app.adsStatus as OnOff,
    ipAddress: app.ipAddress as OnOff,
    countries: country,
  };
  // Pauses are checked later, when a phone asks.
  const { reason } = judge(rules, [], nobody, 0);
  const filled: Partial<AdUnits> = reason ? {} : JSON.parse(app.adUnits);
  const units = { ...noAdUnits };
  for (const { name } of adUnitSlots) units[name] = filled[name] ?? '';
  return {
    appID: app.appID,
    appName: app.appName,
    packageName: app.packageName,
    accountName: app.accountName,
    category: app.category,
    icon: iconPath(app.iconHash),
    appStatus: rules.appStatus,
    visibleExtra: app.visibleExtra as OnOff,
    ipAddress: rules.ipAddress,
    country,
    reason,
    updatedAt: isoTime(Math.max(app.updatedAt, app.configuration?.createdAt ?? 0)),
    units,
  };
}

/** The number of characters of an entity tag: its two quotes and 132 bits of the body's SHA-256. */
export const etagLength = 24;

/** Returns a strong entity tag, the same on every node. */
function etagOf(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, etagLength - 2)}"`;
}

/** Builds the entry of an app as it is now. Tokens that have expired by `now` (epoch ms) are left out. */
export function adsEntry(app: AdsApp, now: number): AdsEntry {
  const old = app.oldTokens.filter(({ until }) => until > now);
  const whole = wholeAds(app);
  const pieces = cutPieces(whole);
  const shared = app.ipAddress !== 'on';
  const body = Buffer.from(shared ? joinPieces(pieces, whole.reason, 'null') : packPieces(pieces));
  return {
    token: app.token,
    oldTokens: old.length > 0 ? old : null,
    etag: etagOf(body),
    scopes: scopesOf(app),
    shared,
    reason: whole.reason,
    body,
  };
}
