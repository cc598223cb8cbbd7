import type { Mail } from '@adwarden/contract/notifications/mail';
import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import { AppError } from '../../../kit/app-error.ts';
import type { Mailer } from '../../../kit/mailer.ts';
import { Limiter } from '../../../kit/turns/limiter.ts';
import { lastPosition } from '../../events/events.store.ts';
import { presentMail, type Sender, writeTest } from './mail.present.ts';
import * as store from './mail.store.ts';
import { nextMailAt } from './mail.times.policy.ts';

export type MailDeps = {
  db: Db;
  /** The mailer; null when the server has no mail server. */
  mailer: Mailer | null;
  sender: Sender;
  /** The hour of the daily mail, in UTC. */
  hour: number;
  /** Renews the findings about mails. */
  judge: () => Promise<void>;
};

export type MailService = ReturnType<typeof createMail>;

/** The limits of test mails. Each waits for the mail server, for 30 s at most. Others wait as long for them; more are refused. */
const atHand = { places: 2, waiting: 10, ms: 30_000 };

/** Builds the actions of an administrator on their own mail. */
export function createMail({ db, mailer, sender, hour, judge }: MailDeps) {
  const byHand = new Limiter({
    ...atHand,
    refusal: () => new AppError('too-many', 'Too many test mails are being sent: please wait'),
  });

  function mustSend(): Mailer {
    if (mailer) return mailer;
    throw new AppError('conflict', 'This server sends no mails: SMTP_URL is not set');
  }

  async function read(adminId: string): Promise<Mail> {
    const address = await store.addressOf(db, adminId);
    return presentMail(
      { isAvailable: mailer !== null, address },
      await store.findSubscriber(db, adminId),
    );
  }

  return {
    read,

    /** Begins or ends the daily mail. It reports only what happens from then on. */
    async save(adminId: string, isSubscribed: boolean): Promise<Mail> {
      if (isSubscribed) {
        mustSend();
        const { unlogged } = await lastPosition(db);
        const dueAt = nextMailAt(await databaseNow(db), hour);
        await store.subscribe(db, { adminId, unlogged, dueAt });
      } else {
        await store.unsubscribe(db, adminId);
        await judge();
      }
      return read(adminId);
    },

    /** Sends a mail now; returns why it was refused, '' when it was taken. */
    async test(adminId: string): Promise<string> {
      const { send } = mustSend();
      const to = await store.addressOf(db, adminId);
      const never = new AbortController().signal;
      try {
        await byHand.run(() => send({ to, ...writeTest(sender) }, never));
        return '';
      } catch (error) {
        if (error instanceof AppError) throw error;
        return (error as Error).message;
      }
    },
  };
}
