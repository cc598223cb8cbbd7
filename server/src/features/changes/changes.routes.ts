import { changeList, changeListQuery, restored } from '@adwarden/contract/changes';
import { succeed } from '@adwarden/contract/envelope';
import { wholeNumber } from '@adwarden/contract/fields';
import { z } from 'zod';
import { pageOfChanges } from '../../changes/changes.store.ts';
import type { Db } from '../../db/schema.ts';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import { presentChange } from './changes.present.ts';
import type { RestoreService } from './changes.restore.service.ts';

/** The log of changes and the way back (design, sections 4 and 7); administrators only. */
export function changeRoutes(
  server: BackOffice,
  { db, restore }: { db: Db; restore: RestoreService },
): void {
  server.route({
    ...at('getChanges'),
    schema: { querystring: changeListQuery, response: { 200: changeList } },
    async handler({ query }) {
      const { page, pageSize, ...filter } = query;
      const { rows, total } = await pageOfChanges(db, filter, { page, pageSize });
      return { ...succeed('Changes', rows.map(presentChange)), total, page, pageSize };
    },
  });

  server.route({
    ...at('restoreChange'),
    schema: {
      params: z.object({ seq: wholeNumber('Change', 1, Number.MAX_SAFE_INTEGER) }),
      response: { 200: restored },
    },
    async handler(request) {
      return succeed('Restored', await restore(actorOf(request), request.params.seq));
    },
  });
}
