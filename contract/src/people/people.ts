/** The kinds of people who sign in: administrators (`admin`), and owners of apps (`user`, as the calls name them). */
export const personKinds = ['admin', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/** What an administrator may do with what administrators see: all, or only read it (a viewer, ADR 123). */
export const accesses = ['all', 'view'] as const;
export type Access = (typeof accesses)[number];

/** The roles of administrators: a viewer only reads. */
export const adminRoles = ['admin', 'viewer'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** Returns what an administrator of a role may do. A role that is not known may read only. */
export const accessOfRole = (role: string): Access => (role === 'admin' ? 'all' : 'view');

/** Somebody who is signed in. `access` is `view` for a viewer; absent, it is `all`. */
export type Person = { kind: PersonKind; id: string; access?: Access };
