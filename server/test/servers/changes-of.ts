import type { ChangeEntity } from '@adwarden/contract/changes/changes';
import type { AppServer } from './app-server.ts';

export type Call = Parameters<AppServer['call']>[0];
type Entry = { seq: number; action: string; diff: object[]; actor: { name: string } };

/** Short ways of an administrator to the log of changes, for tests of its ways back. */
export function changesOf(api: AppServer) {
  return {
    /** A call about one thing, as the administrator. */
    call: (name: Call, id: string | number, body?: object) =>
      api.call(name, { as: api.admin, id, ...(body && { body }) }),

    /** Returns the last entry of a thing. */
    async last(key: string, entity: ChangeEntity = 'app'): Promise<Entry> {
      const query = { entity, key, pageSize: 1 } as const;
      return (await api.call('getChanges', { as: api.admin, query })).body.data[0];
    },
  };
}
