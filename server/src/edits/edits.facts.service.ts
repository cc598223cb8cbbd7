import { parseCountries } from '@adwarden/contract/countries';
import { can } from '@adwarden/contract/people/abilities';
import type { Db } from '../db/schema.ts';
import type { Actor } from '../http/actor.ts';
import { loginKey } from '../kit/ids.ts';
import { roomOf } from '../quotas/quotas.ts';
import { appsQuota } from './apps.quota.ts';
import * as store from './apps.store.ts';
import { type AppOwner, nobody } from './apps.table.ts';
import type { EditFacts } from './edits.plan.policy.ts';
import type { Countries, NewValues } from './edits.table.ts';

export type FactsDeps = {
  appsPerOwner: number;
  isIconStored: (db: Db, hash: string) => Promise<boolean>;
};

/** Reads the facts about the owners, categories and icons that some values name, and about `actor`, who creates apps. */
export async function readEditFacts(
  db: Db,
  actor: Actor | null,
  all: NewValues[],
  { appsPerOwner, isIconStored }: FactsDeps,
): Promise<EditFacts> {
  const owners = new Map<string, AppOwner>();
  const room = new Map<string, number>();
  const categories = new Set<string>();
  const icons = new Set<string>();
  async function learn(by: Parameters<typeof store.findOwner>[1]): Promise<AppOwner | undefined> {
    const owner = await store.findOwner(db, by);
    if (owner && !room.has(owner.ownerId)) {
      const person = { kind: 'user', id: owner.ownerId } as const;
      room.set(owner.ownerId, await roomOf(db, person, appsQuota, appsPerOwner));
    }
    return owner;
  }
  for (const login of valuesOf(all, 'selectedUser')) {
    const owner = await learn({ userIDKey: loginKey(login) });
    if (owner) owners.set(login, owner);
  }
  for (const name of valuesOf(all, 'category')) {
    if (await store.hasCategory(db, name)) categories.add(name);
  }
  for (const hash of valuesOf(all, 'iconHash')) if (await isIconStored(db, hash)) icons.add(hash);
  const self = actor && can(actor, 'own-apps') ? await learn({ id: actor.id }) : undefined;
  return {
    appsPerOwner,
    self,
    owner: (login) => (login === '' ? nobody : owners.get(login)),
    hasCategory: (name) => categories.has(name),
    hasIcon: (hash) => icons.has(hash),
    takeRoom({ ownerId }) {
      if (ownerId === null) return true;
      const left = room.get(ownerId) ?? 0;
      if (left <= 0) return false;
      room.set(ownerId, left - 1);
      return true;
    },
    countries: createCountryReader(),
  };
}

/** Returns the values of a field, each once, without blank ones. */
const valuesOf = (all: NewValues[], field: keyof NewValues): Set<string> =>
  new Set(all.flatMap((values) => values[field] || []));

/** Most apps of a batch get the same countries, so each text is parsed once. */
function createCountryReader(): EditFacts['countries'] {
  const known = new Map<string, Countries | null | string>();
  return (text) => {
    const countries = known.get(text) ?? readCountries(text);
    known.set(text, countries);
    return countries;
  };
}

/** Returns the two country columns for a typed list, null for ''; the message when an entry is no country. */
export function readCountries(text: string): Countries | null | string {
  if (text === '') return null;
  const read = parseCountries(text);
  if (!read.ok) return read.message;
  return { country: read.country, countryCodes: read.countryCodes.join(',') };
}
