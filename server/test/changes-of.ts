import type { AppDesk } from './app-desk.ts';

export type Call = Parameters<AppDesk['call']>[0];
type Entry = { seq: number; action: string; diff: object[]; actor: { name: string } };

/** Short ways of an administrator to the log of changes, for tests of its ways back. */
export function changesOf(desk: AppDesk) {
  return {
    /** A call about one thing, as the administrator. */
    call: (name: Call, id: string | number, body?: object) =>
      desk.call(name, { as: desk.admin, id, ...(body && { body }) }),

    /** The last entry of a thing. */
    async last(key: string, entity = 'app'): Promise<Entry> {
      const query = { entity, key, pageSize: 1 };
      return (await desk.call('getChanges', { as: desk.admin, query })).body.data[0];
    },
  };
}
