import { hash } from 'node:crypto';
import type { StoredScope } from '@adwarden/contract/pauses/pauses';

/*
 * Short digests beside an app's answer name the account and the owner that pauses may cover, so that a request finds out without
 * the database whether a pause covers the app.
 */

/** The scopes for which an app has a digest: every scope but all apps and the app itself. */
type TaggedScope = Exclude<StoredScope, 'all' | 'app'>;

/** The key of the pauses that cover an app, by scope. The order is that of the digests. */
const keyOf: Record<TaggedScope, (app: ScopedApp) => string> = {
  account: ({ accountKey }) => accountKey,
  owner: ({ ownerId }) => ownerId ?? '',
};
const scopes = Object.keys(keyOf) as TaggedScope[];

/** The input of the digests; `accountKey` is the folded account name. */
export type ScopedApp = { accountKey: string; ownerId: string | null };

const tagLength = 11;
/** The number of characters of `scopesOf`. */
export const scopesLength = scopes.length * tagLength;

/**
 * Returns the tag by which a pause is found. It has 66 bits of SHA-256: two accounts of one installation do not get the same tag.
 */
export function tagOf(scope: TaggedScope, key: string): string {
  return hash('sha256', `${scope} ${key}`, 'base64url').slice(0, tagLength);
}

/** Returns the tags of an app, one after the other. */
export const scopesOf = (app: ScopedApp): string =>
  scopes.map((scope) => tagOf(scope, keyOf[scope](app))).join('');

/** Returns the tags that `scopesOf` joined. */
export const tagsIn = (tags: string): string[] =>
  scopes.map((_, place) => tags.slice(place * tagLength, (place + 1) * tagLength));
