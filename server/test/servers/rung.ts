import { expect, vi } from 'vitest';
import type { Db } from '../../src/db/schema.ts';

/** Resolves when everything that has happened so far has rung. */
export async function allRung(db: Db): Promise<void> {
  const positions = () => db.selectFrom('event_position').where('follower', '=', 'bell');
  const waiting = async () => {
    const entries = await db
      .selectFrom('change')
      .select('seq')
      .where('entity', 'in', ['change-request', 'pause'])
      .where('seq', '>', positions().select('seq'))
      .execute();
    const others = await db
      .selectFrom('unlogged_event')
      .select('id')
      .where('type', 'in', ['finding.opened', 'batch.done'])
      .where('id', '>', positions().select('unlogged'))
      .execute();
    return entries.length + others.length;
  };
  const times = { timeout: 90_000, interval: 20 };
  await vi.waitFor(async () => expect(await waiting()).toBe(0), times);
}
