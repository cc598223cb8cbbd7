/** The kinds of people who sign in: administrators (`admin`), and owners of apps (`user`, as the calls name them). */
export const personKinds = ['admin', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/** An administrator may change all that administrators see; a viewer may only read it (ADR 123). */
export const accesses = ['all', 'view'] as const;
export type Access = (typeof accesses)[number];

/** The roles of administrators: a viewer only reads. */
export const adminRoles = ['admin', 'viewer'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** Returns what an administrator of a role may do. A role that is not known may read only. */
export const accessOfRole = (role: string): Access => (role === 'admin' ? 'all' : 'view');

/**
 * The scopes of API keys (ADR 129). `read`: the GETs. `apps`: writes of apps, tokens and configurations, and whole tokens in
 * answers. `users`: writes of owners. `pauses`: pauses and their end. `import`: previews, batches and their undo. No scope has
 * another one within it.
 */
export const keyScopes = ['read', 'apps', 'users', 'pauses', 'import'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The API key with which somebody makes a call: its id and its name. */
export type Via = { key: string; name: string };

/**
 * Somebody who is signed in, or who calls with an API key. `access` is `view` for a viewer; absent, it is `all`. `via` and
 * `scopes` are there only with a key.
 */
export type Person = {
  kind: PersonKind;
  id: string;
  access?: Access;
  via?: Via;
  scopes?: readonly KeyScope[];
};
