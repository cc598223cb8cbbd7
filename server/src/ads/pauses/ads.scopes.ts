import { hash } from 'node:crypto';
import type { StoredScope } from '@adwarden/contract/pauses/pauses';

/*
 * What pauses may cover of an app is kept beside its answer as short digests, so that a request finds out without the
 * database whether a pause covers the app.
 */

/** What an app has a digest of: everything but all apps and itself. */
type TaggedScope = Exclude<StoredScope, 'all' | 'app'>;

/** By scope: the key of the pauses that cover an app. Their order is that of the digests. */
const keyOf: Record<TaggedScope, (app: ScopedApp) => string> = {
  account: ({ accountKey }) => accountKey,
  owner: ({ ownerId }) => ownerId ?? '',
};
const scopes = Object.keys(keyOf) as TaggedScope[];

/** What the digests are made from; `accountKey` is the folded account name. */
export type ScopedApp = { accountKey: string; ownerId: string | null };

const tagLength = 11;
/** The characters of `scopesOf`. */
export const scopesLength = scopes.length * tagLength;

/** What a pause is found by. 66 bits of SHA-256: two accounts of one installation do not get the same tag. */
export function tagOf(scope: TaggedScope, key: string): string {
  return hash('sha256', `${scope} ${key}`, 'base64url').slice(0, tagLength);
}

/** The tags of an app, one after the other. */
export const scopesOf = (app: ScopedApp): string =>
  scopes.map((scope) => tagOf(scope, keyOf[scope](app))).join('');

/** The tags that `scopesOf` joined. */
export const tagsIn = (tags: string): string[] =>
  scopes.map((_, place) => tags.slice(place * tagLength, (place + 1) * tagLength));
