import type { Db } from '../../../db/schema.ts';
import { loginKey } from '../../../kit/ids.ts';
import { roomOf } from '../../../quotas/quotas.ts';
import * as store from '../apps.store.ts';
import { type AppOwner, nobody } from '../apps.table.ts';

/** What edits of many apps must know besides the apps, read once for all of them. */
export type EditFacts = {
  /** The owner with a login id, nobody for ''; undefined when there is none. */
  owner(login: string): AppOwner | undefined;
  hasCategory(name: string): boolean;
  /** Takes room for one more app of an owner; false when the owner has as many as allowed. */
  takeRoom(owner: AppOwner): boolean;
};

/** Reads the facts about these login ids and categories. */
export async function readEditFacts(
  db: Db,
  { logins, categories }: { logins: string[]; categories: string[] },
  appsPerOwner: number,
): Promise<EditFacts> {
  const owners = new Map<string, AppOwner>();
  const room = new Map<string, number>();
  for (const login of new Set(logins)) {
    if (login === '') continue;
    const owner = await store.findOwner(db, { userIDKey: loginKey(login) });
    if (!owner) continue;
    owners.set(login, owner);
    const person = { kind: 'user', id: owner.ownerId } as const;
    room.set(owner.ownerId, await roomOf(db, person, 'apps', appsPerOwner));
  }
  const known = new Set<string>();
  for (const name of new Set(categories)) if (await store.hasCategory(db, name)) known.add(name);
  return {
    owner: (login) => (login === '' ? nobody : owners.get(login)),
    hasCategory: (name) => known.has(name),
    takeRoom({ ownerId }) {
      if (ownerId === null) return true;
      const left = room.get(ownerId) ?? 0;
      if (left <= 0) return false;
      room.set(ownerId, left - 1);
      return true;
    },
  };
}
