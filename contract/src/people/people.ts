/** The kinds of people who sign in: administrators (`admin`), and owners of apps (`user`, as the calls name them). */
export const personKinds = ['admin', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/** Somebody who is signed in. */
export type Person = { kind: PersonKind; id: string };
