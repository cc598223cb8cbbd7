import type { Person } from '@adwarden/contract/people/people';
import type { Db } from '../../../db/schema.ts';
import { listBell } from './bell.list.service.ts';
import { markRead } from './bell.store.ts';

export type BellService = ReturnType<typeof createBell>;

/** Builds what a person does with the own bell. */
export function createBell({ db }: { db: Db }) {
  async function list(person: Person) {
    const items = await listBell(db, person);
    return { items, unread: items.filter(({ isRead }) => !isRead).length };
  }
  return {
    list,
    /** Marks items as read, all without `ids`; those of others are left alone. Returns how many are unread now. */
    async read(person: Person, ids?: string[]): Promise<{ unread: number }> {
      const numbers = ids?.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
      await markRead(db, person, numbers);
      return { unread: (await list(person)).unread };
    },
  };
}
