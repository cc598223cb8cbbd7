import {
  type AdminSessionUser,
  adminSignedIn,
  type OwnerSessionUser,
  type SetUp,
  userSignedIn,
} from '@adwarden/contract/sessions';
import { z } from 'zod';
import { ownKey } from '../../lib/base-path.ts';
import { installation } from '../../lib/page-settings.ts';
import { adminOf, idOf } from '../../people/session-user.ts';

type SetUps = { mustSetUp?: SetUp[] | undefined };
export type AdminSession = { token: string; user: AdminSessionUser } & SetUps;
export type OwnerSession = { token: string; user: OwnerSessionUser } & SetUps;
export type Session = AdminSession | OwnerSession;

/**
 * The account of a session as text: the role, the id, and what it may do, because another access shows other pages; null without
 * a session.
 */
export function accountOf(session: Session | null): string | null {
  if (!session) return null;
  const { user } = session;
  const { access = 'all' } = adminOf(user) ?? {};
  return `${user.role} ${idOf(user)} ${access}`;
}

const stored = { token: true, user: true, mustSetUp: true } as const;
/** A session that another installation has stored at this address counts as none. */
const ofInstallation = { installation: z.string().optional() };

/** The keys of a session in session storage, in the order in which they are read at the start (spec, section 3). */
const entries = [
  {
    key: ownKey('authAdmin'),
    role: 'admin',
    schema: adminSignedIn.pick(stored).extend(ofInstallation),
  },
  {
    key: ownKey('authUser'),
    role: 'user',
    schema: userSignedIn.pick(stored).extend(ofInstallation),
  },
] as const;

/** The part of the browser's Storage that a session needs. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stored session, the admin entry first; an entry that is broken or of another installation counts as none. */
export function readSession(storage: EntryStorage): Session | null {
  for (const { key, schema } of entries) {
    try {
      const entry = schema.parse(JSON.parse(storage.getItem(key) ?? 'null'));
      const { installation: of, ...session } = entry;
      if (!of || !installation() || of === installation()) return session as Session;
    } catch {}
  }
  return null;
}

const ofThis = () => (installation() === '' ? {} : { installation: installation() });

/** Writes the session under its role's key and removes the other entry; null removes both. */
export function writeSession(storage: EntryStorage, session: Session | null): void {
  for (const { key, role } of entries) {
    if (session?.user.role === role)
      storage.setItem(key, JSON.stringify({ ...session, ...ofThis() }));
    else storage.removeItem(key);
  }
}
