import type { MailSubscriberTable } from '../../../db/schema.notifications.ts';
import type { FindingTable } from '../../../db/schema.safety.ts';

/** An administrator who gets mails. */
export type Subscriber = MailSubscriberTable & { email: string };

/** A new error that is still open. `appID` is '' for the installation; `appName` is null then. */
export type NewError = Pick<FindingTable, 'appID' | 'rule' | 'detail'> & { appName: string | null };

/** What a mail is about: the first ones of the new errors, how many there are, and in how many apps. */
export type Digest = { errors: NewError[]; total: number; places: number };
