import { hash } from 'node:crypto';

/*
 * The account and the owner of an app are kept beside its answer as two short digests, so that a request finds out
 * without the database whether a pause covers the app.
 */

const tagLength = 11;
/** The characters of `scopesOf`. */
export const scopesLength = 2 * tagLength;

/** 66 bits of SHA-256: two accounts of one installation do not get the same tag. */
function tagOf(scope: 'account' | 'owner', value: string): string {
  return hash('sha256', `${scope} ${value}`, 'base64url').slice(0, tagLength);
}

/** What a pause of an account is found by; `accountKey` is the folded account name. */
export const accountTag = (accountKey: string): string => tagOf('account', accountKey);

/** What a pause of an owner is found by. */
export const ownerTag = (ownerId: string): string => tagOf('owner', ownerId);

/** The tags of an app's account and owner, one after the other. */
export function scopesOf(app: { accountKey: string; ownerId: string | null }): string {
  return accountTag(app.accountKey) + ownerTag(app.ownerId ?? '');
}

/** The two tags that `scopesOf` joined. */
export const tagsIn = (scopes: string): [account: string, owner: string] => [
  scopes.slice(0, tagLength),
  scopes.slice(tagLength),
];
