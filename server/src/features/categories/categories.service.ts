import type { ChangeLog } from '../../changes/change-log.ts';
import { systemAuthor } from '../../http/actor.ts';
import { insertCategories, listCategories } from './categories.store.ts';
import { googlePlayCategories } from './google-play.ts';

/** Inserts the categories of Google Play if the database has none. */
export async function ensureCategories(changeLog: ChangeLog): Promise<void> {
  await changeLog(systemAuthor, async ({ tx, log }) => {
    if ((await listCategories(tx)).length > 0) return;
    await insertCategories(tx, googlePlayCategories);
    await log({
      entity: 'category',
      key: 'Google Play',
      action: 'create',
      row: { categoryNames: googlePlayCategories },
    });
  });
}
