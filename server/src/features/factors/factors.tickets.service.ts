import type { FactorMethod, SecondFactorAsked } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { personKinds } from '@adwarden/contract/people/people';
import { z } from 'zod';
import { readMeta } from '../../db/meta.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { openSecret } from './factors.sealing.service.ts';
import { countRecoveryCodes, factorsOf, type Owner } from './factors.store.ts';

const purpose = 'ticket:second-factor';
const lifeMs = limits.secondFactor.ticketMinutes * 60_000;

/**
 * A ticket says that somebody knew the password of an account at a certain time. It is a sealed text, so nothing is stored before it
 * is used. `proof`: a digest of the password's hash, so that a new password ends it. `epoch` is another
 * one after the restore of a backup. `random` makes each ticket another one.
 */
const ticketFields = z.object({
  kind: z.enum(personKinds),
  id: z.string(),
  proof: z.string(),
  endsAt: z.number(),
  isInvited: z.boolean(),
  epoch: z.string(),
  random: z.string(),
});
export type Ticket = z.infer<typeof ticketFields>;

/** The account of a sign-in, as tickets need it. */
export type TicketAccount = { id: string; passwordHash: string };

const proofOf = ({ passwordHash }: Pick<TicketAccount, 'passwordHash'>): string =>
  sha256(passwordHash);

const epochOf = async (db: Db): Promise<string> => (await readMeta(db, 'epoch')) ?? '';

export type Tickets = ReturnType<typeof createTickets>;

/** Builds the tickets between the two steps of a sign-in (ADR 133). */
export function createTickets({ db, seal }: { db: Db; seal: Seal }) {
  async function methodsOf(owner: Owner): Promise<FactorMethod[]> {
    const factors = await factorsOf(db, owner);
    const left = await countRecoveryCodes(db, owner);
    const canTotp = factors.some((row) => openSecret(seal, row) !== null);
    return [
      ...(canTotp ? (['totp'] as const) : []),
      ...(left > 0 ? ['recoveryCode' as const] : []),
    ];
  }

  return {
    /** Makes a ticket for an account whose password was right just now. */
    async ask(
      { kind, isInvited }: Pick<Ticket, 'kind' | 'isInvited'>,
      account: TicketAccount,
    ): Promise<SecondFactorAsked> {
      const { id } = account;
      const endsAt = (await databaseNow(db)) + lifeMs;
      const proof = proofOf(account);
      const epoch = await epochOf(db);
      const random = newBearer();
      const fields: Ticket = { kind, id, proof, endsAt, isInvited, epoch, random };
      const ticket = seal.close(JSON.stringify(fields), purpose);
      return { ticket, methods: await methodsOf({ kind, id }) };
    },

    /** Opens a ticket; null when it is not one of this database, or has ended. */
    async open(sealed: string): Promise<Ticket | null> {
      const text = seal.open(sealed, purpose);
      if (text === null) return null;
      const ticket = ticketFields.parse(JSON.parse(text));
      const isValid =
        ticket.endsAt > (await databaseNow(db)) && ticket.epoch === (await epochOf(db));
      return isValid ? ticket : null;
    },

    /** Tells whether a ticket was made for this account, with the password of now. */
    isOf: ({ id, proof }: Ticket, account: TicketAccount): boolean =>
      id === account.id && proof === proofOf(account),
  };
}
