import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Mailer } from '../../../kit/mailer.ts';
import { lastPosition } from '../../events/events.store.ts';
import { type Sender, writeDigest } from './mail.present.ts';
import * as store from './mail.store.ts';
import type { Subscriber } from './mail.table.ts';
import { againMs, nextMailAt } from './mail.times.policy.ts';

export type DigestDeps = {
  db: Db;
  mailer: Mailer;
  sender: Sender;
  hour: number;
  /** Counts a mail. */
  count: (outcome: 'sent' | 'failed') => void;
  /** Renews the findings about mails. */
  judge: () => Promise<void>;
  logger: Logger;
};

/**
 * Builds the sender of the daily mails. One node sends each mail. A failed mail is tried again every hour, with the errors that
 * are new by then. Without new errors there is no mail.
 */
export function createDigests({ db, mailer, sender, hour, count, judge, logger }: DigestDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sendTo(subscriber: Subscriber): Promise<void> {
    const { adminId, email: to, unlogged: after } = subscriber;
    const now = await databaseNow(db);
    if (!(await store.take(db, subscriber, now + againMs))) return;
    const { unlogged } = await lastPosition(db);
    const digest = await store.readDigest(db, { after, until: unlogged });
    const isMail = digest.total > 0;
    const done = { unlogged, dueAt: nextMailAt(now, hour), failingSince: null, lastError: '' };
    try {
      if (isMail) await mailer.send({ to, ...writeDigest(digest, sender) }, signal);
    } catch (error) {
      // The next process tries it again.
      if (signal.aborted) return store.update(db, adminId, { dueAt: now });
      count('failed');
      const lastError = (error as Error).message;
      if (subscriber.lastError === '') logger.warn({ why: lastError }, 'a mail was not sent');
      const failingSince = subscriber.failingSince ?? now;
      return store.update(db, adminId, { failingSince, lastError });
    }
    if (isMail) count('sent');
    await store.update(db, adminId, { ...done, ...(isMail && { sentAt: now }) });
    if (subscriber.lastError !== '') await judge();
  }

  return {
    /** Sends the mails that are due. */
    async work(): Promise<boolean> {
      for (const subscriber of await store.dueSubscribers(db, await databaseNow(db))) {
        if (signal.aborted) break;
        await sendTo(subscriber);
      }
      return false;
    },
    /** Aborts the mail that is being sent. */
    stop: () => stopping.abort(),
  };
}
