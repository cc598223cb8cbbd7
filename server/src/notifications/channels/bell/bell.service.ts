import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import type { Db } from '../../../db/schema.ts';
import { listBell } from './bell.list.service.ts';
import { markRead } from './bell.store.ts';

export type BellService = ReturnType<typeof createBell>;

/** Builds the actions of a person on their own bell. */
export function createBell({ db }: { db: Db }) {
  async function list(person: Person) {
    const found = await listBell(db, person);
    // A viewer cannot mark anything as read, so nothing waits to be read.
    const items = can(person, 'write') ? found : found.map((item) => ({ ...item, isRead: true }));
    return { items, unread: items.filter(({ isRead }) => !isRead).length };
  }
  return {
    list,
    /**
     * Marks items as read, or all items without `ids`; items of other people are left alone. Returns the number of unread items.
     */
    async read(person: Person, ids?: string[]): Promise<{ unread: number }> {
      const numbers = ids?.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
      await markRead(db, person, numbers);
      return { unread: (await list(person)).unread };
    },
  };
}
