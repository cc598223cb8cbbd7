import { categoryCalls } from '@adwarden/contract/categories';
import { succeed } from '@adwarden/contract/envelope';
import type { Db } from '../../db/schema.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { listCategories } from './categories.store.ts';

/** Registers the call for the store categories, for the application form (spec, section 7). */
export function categoryRoutes(server: BackOffice, { db }: { db: Db }): void {
  server.route({
    ...contractRoute(categoryCalls.getCategory),
    handler: async () => succeed('Categories', await listCategories(db)),
  });
}
