import { type BatchForm, batchForm } from '@adwarden/contract/batches/batch-change';
import type { Batch } from '@adwarden/contract/batches/batches';
import type { Actor } from '../../http/actor.ts';
import { hourMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Calendar, DemoContext, DemoEvent, Person } from './context.ts';

/** The duration of a batch of a dozen apps. */
const tookMs = 1_000;

/** The account that gets another publisher id, and the one whose ads are off for some hours. */
export const movedAccount = 'Saffron Kettle';
const checkedAccount = 'Windrow Weather';

type Moved = { owner: Person; publisher: string; next: string };

/**
 * Plans the batches of the demo: an owner moves an account to another publisher id, and the administrator turns the ads of an
 * account off and takes that back. They run as on a server. The service takes the time from the database, so the times of the
 * batches are moved into the past afterwards.
 */
export function planBatches(
  { db, batches, runNext, admin }: DemoContext,
  { owner, publisher, next }: Moved,
  calendar: Calendar,
): DemoEvent[] {
  async function runToEnd(at: number, started: Batch): Promise<string> {
    const { id } = started;
    for (let batch = started; batch.state === 'running'; batch = await batches.read(admin, id)) {
      await runNext();
    }
    const times = { createdAt: at, startedAt: at, endedAt: at + tookMs };
    await db.updateTable('batch').set(times).where('id', '=', id).execute();
    return id;
  }

  async function change(at: number, actor: Actor, form: BatchForm): Promise<string> {
    const session = newId();
    const { previewID } = await batches.preview(actor, session, form);
    return runToEnd(at, await batches.start(actor, session, previewID));
  }

  const movedAt = calendar(3);
  // On a Monday both days are the Friday before.
  const offAt = Math.max(calendar(2), movedAt + hourMs);
  const onAt = offAt + 3 * hourMs;
  let off = '';
  return [
    {
      at: movedAt,
      run: () =>
        change(
          movedAt,
          owner.actor ?? admin,
          batchForm.parse({
            select: { where: { accountName: movedAccount } },
            change: { replaceInAdUnits: { find: publisher, with: next } },
          }),
        ),
    },
    {
      at: offAt,
      async run() {
        const where = { accountName: checkedAccount, appStatus: 'live' };
        const form = batchForm.parse({ select: { where }, change: { set: { adsStatus: 'off' } } });
        off = await change(offAt, admin, form);
      },
    },
    { at: onAt, run: async () => runToEnd(onAt, await batches.undo(admin, off)) },
  ];
}
