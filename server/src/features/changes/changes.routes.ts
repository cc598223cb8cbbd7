import { succeed } from '@adwarden/contract/envelope';
import { pageOfChanges } from '../../changes/changes.store.ts';
import type { Db } from '../../db/schema.ts';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { presentChange } from './changes.present.ts';
import type { RestoreService } from './changes.restore.service.ts';

/** The log of changes and the way back (design, sections 4 and 7); administrators only. */
export function changeRoutes(
  server: BackOffice,
  { db, restore }: { db: Db; restore: RestoreService },
): void {
  server.route({
    ...contractRoute('getChanges'),
    async handler({ query }) {
      const { page, pageSize, ...filter } = query;
      const { rows, total } = await pageOfChanges(db, filter, { page, pageSize });
      return { ...succeed('Changes', rows.map(presentChange)), total, page, pageSize };
    },
  });

  server.route({
    ...contractRoute('restoreChange'),
    async handler(request) {
      return succeed('Restored', await restore(actorOf(request), request.params.seq));
    },
  });
}
