import type { MailSubscriberTable } from '../../../db/schema.notifications.ts';
import type { FindingTable } from '../../../db/schema.safety.ts';

/** An administrator who gets mails. */
export type Subscriber = MailSubscriberTable & { email: string };

/** A new error that is still open. `appID` is '' for the installation; `appName` is null then. */
type NewError = Pick<FindingTable, 'appID' | 'rule' | 'detail'> & { appName: string | null };

/** The content of a mail: the first new errors, their total number, and the number of apps that have them. */
export type Digest = { errors: NewError[]; total: number; places: number };
