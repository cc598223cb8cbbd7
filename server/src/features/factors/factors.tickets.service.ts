import type { AgainAsked, FactorMethod, SecondFactorAsked } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { personKinds } from '@adwarden/contract/people/people';
import { z } from 'zod';
import { readMeta } from '../../db/meta.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { waitsForLink } from './factors.links.store.ts';
import { openSecret } from './factors.sealing.service.ts';
import { countRecoveryCodes, factorsOf, type Owner } from './factors.store.ts';

const purposes = { signIn: 'ticket:second-factor', again: 'ticket:again' };
const lifeMs = limits.secondFactor.ticketMinutes * 60_000;

/**
 * A ticket belongs to an account. It is a sealed text, so nothing is stored before it
 * is used. `proof`: a digest of the password's hash, so that a new password ends it. `epoch` is another
 * one after the restore of a backup. `random` makes each ticket another one.
 */
const anyTicket = z.object({
  kind: z.enum(personKinds),
  id: z.string(),
  proof: z.string(),
  endsAt: z.number(),
  epoch: z.string(),
  random: z.string(),
});

/** Of a sign-in: somebody knew the password when it was made. `isInvited`: they had just set it with an invitation. */
const signInTicket = anyTicket.extend({ isInvited: z.boolean() });
type SignInTicket = z.infer<typeof signInTicket>;

/** Of a question to the person of a session. `forFactors`: for a write of the own second factors. */
const againTicket = anyTicket.extend({ session: z.string(), forFactors: z.boolean() });
type AgainTicket = z.infer<typeof againTicket>;

type AnyTicket = z.infer<typeof anyTicket>;

/** The account of a sign-in, as tickets need it. */
export type TicketAccount = { id: string; passwordHash: string };

const proofOf = ({ passwordHash }: Pick<TicketAccount, 'passwordHash'>): string =>
  sha256(passwordHash);

const epochOf = async (db: Db): Promise<string> => (await readMeta(db, 'epoch')) ?? '';

export type Tickets = ReturnType<typeof createTickets>;

/** Builds the tickets between the two steps of a sign-in (ADR 133), and those of being asked again (ADR 136). */
export function createTickets({ db, seal }: { db: Db; seal: Seal }) {
  async function methodsOf(owner: Owner): Promise<FactorMethod[]> {
    if (await waitsForLink(db, owner)) return ['link'];
    const factors = await factorsOf(db, owner);
    const left = await countRecoveryCodes(db, owner);
    const canTotp = factors.some((row) => openSecret(seal, row) !== null);
    return [
      ...(canTotp ? (['totp'] as const) : []),
      ...(left > 0 ? ['recoveryCode' as const] : []),
    ];
  }

  async function make(
    purpose: string,
    account: TicketAccount,
    fields: Pick<AnyTicket, 'kind'> & Record<string, unknown>,
  ): Promise<string> {
    const common = {
      id: account.id,
      proof: proofOf(account),
      endsAt: (await databaseNow(db)) + lifeMs,
      epoch: await epochOf(db),
      random: newBearer(),
    };
    return seal.close(JSON.stringify({ ...common, ...fields }), purpose);
  }

  /** Opens a ticket; null when it is not one of this database and purpose, or has ended. */
  async function open<T extends AnyTicket>(
    purpose: string,
    schema: z.ZodType<T>,
    sealed: string,
  ): Promise<T | null> {
    const text = seal.open(sealed, purpose);
    if (text === null) return null;
    const ticket = schema.parse(JSON.parse(text));
    const isValid = ticket.endsAt > (await databaseNow(db)) && ticket.epoch === (await epochOf(db));
    return isValid ? ticket : null;
  }

  return {
    /** Makes a ticket for an account whose password was right just now. */
    async ask(
      { kind, isInvited }: Pick<SignInTicket, 'kind' | 'isInvited'>,
      account: TicketAccount,
    ): Promise<SecondFactorAsked> {
      const ticket = await make(purposes.signIn, account, { kind, isInvited });
      return { ticket, methods: await methodsOf({ kind, id: account.id }) };
    },

    /** Opens the ticket of a sign-in; null when it is not one of this database, or has ended. */
    open: (sealed: string): Promise<SignInTicket | null> =>
      open(purposes.signIn, signInTicket, sealed),

    /** Makes the question to the person of a session. Who has a second factor answers with it alone, the others with the password. */
    async askAgain(
      { kind, session, forFactors }: Pick<AgainTicket, 'kind' | 'session' | 'forFactors'>,
      account: TicketAccount & { hasFactor: boolean },
    ): Promise<AgainAsked> {
      const ticket = await make(purposes.again, account, { kind, session, forFactors });
      const methods = account.hasFactor ? await methodsOf({ kind, id: account.id }) : [];
      const known = methods.filter((method) => method !== 'link');
      return { ticket, methods: account.hasFactor ? known : ['password'] };
    },

    /** Opens the ticket of a question; null when it is not one of this database, or has ended. */
    openAgain: (sealed: string): Promise<AgainTicket | null> =>
      open(purposes.again, againTicket, sealed),

    /** Tells whether a ticket was made for this account, with the password of now. */
    isOf: ({ id, proof }: AnyTicket, account: TicketAccount): boolean =>
      id === account.id && proof === proofOf(account),
  };
}
