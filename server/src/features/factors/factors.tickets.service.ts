import type { AgainAsked, SecondFactorAsked } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { personKinds } from '@adwarden/contract/people/people';
import { z } from 'zod';
import { readMeta } from '../../db/meta.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { waitsForLink } from './factors.links.store.ts';
import {
  challengeOf,
  isUsablePasskey,
  mustHaveParty,
  type Party,
} from './factors.passkeys.policy.ts';
import { openSecret } from './factors.sealing.service.ts';
import { countRecoveryCodes, type FactorRow, factorsOf, type Owner } from './factors.store.ts';
import { type NamedPasskey, requestOptions } from './factors.webauthn.service.ts';

const purposes = {
  signIn: 'ticket:second-factor',
  again: 'ticket:again',
  passkey: 'ticket:passkey',
};
const lifeMs = limits.secondFactor.ticketMinutes * 60_000;

/**
 * A ticket is a sealed text, so nothing is stored before it is used. `epoch` is another one after the restore of a backup. `random`
 * makes each ticket another one.
 */
const anyTicket = z.object({
  endsAt: z.number(),
  epoch: z.string(),
  random: z.string(),
});

/** A ticket of an account. `proof`: a digest of the password's hash, so that a new password ends it. */
const accountTicket = anyTicket.extend({
  kind: z.enum(personKinds),
  id: z.string(),
  proof: z.string(),
});
type AccountTicket = z.infer<typeof accountTicket>;

/**
 * The ticket of a sign-in. `isInvited`: the person has just set the password with an invitation. `way`: the person has entered the
 * password, or has come back from the provider of single sign-on (`oidc`). `session`: the id of the session to open; '' for a new one.
 */
const signInTicket = accountTicket.extend({
  isInvited: z.boolean(),
  way: z.enum(['password', 'oidc']).default('password'),
  session: z.string().default(''),
});
type SignInTicket = z.infer<typeof signInTicket>;

/** Of a question to the person of a session. `forFactors`: for a write of the own second factors. */
const againTicket = accountTicket.extend({ session: z.string(), forFactors: z.boolean() });
type AgainTicket = z.infer<typeof againTicket>;

/** Of a sign-in with a passkey, whose account nobody knows yet. `attempt`: how it is counted (`LimitPasskeys`). */
const passkeyTicket = anyTicket.extend({ attempt: z.number().nullable() });

type AnyTicket = z.infer<typeof anyTicket>;

/** The account of a sign-in, as tickets need it. */
export type TicketAccount = { id: string; passwordHash: string };

/** The account of a session that is asked again. */
export type AskedAccount = TicketAccount & {
  hasFactor: boolean;
  isBound: boolean;
  mustUseProvider: boolean;
};

/** Returns what answers for an account without a second factor: the password, or the provider of single sign-on. */
function methodsWithoutFactor({
  passwordHash,
  isBound,
  mustUseProvider,
}: AskedAccount): AgainAsked['methods'] {
  const password = passwordHash !== '' && !mustUseProvider;
  return [
    ...(password || !isBound ? (['password'] as const) : []),
    ...(isBound ? (['singleSignOn'] as const) : []),
  ];
}

const proofOf = ({ passwordHash }: Pick<TicketAccount, 'passwordHash'>): string =>
  sha256(passwordHash);

const epochOf = async (db: Db): Promise<string> => (await readMeta(db, 'epoch')) ?? '';

export type Tickets = ReturnType<typeof createTickets>;

/** Builds the tickets between the two steps of a sign-in (ADR 133), of passkeys (ADR 141), and of being asked again (ADR 136). */
export function createTickets({ db, seal, party }: { db: Db; seal: Seal; party: Party }) {
  async function make(purpose: string, fields: Record<string, unknown>): Promise<string> {
    const common = {
      endsAt: (await databaseNow(db)) + lifeMs,
      epoch: await epochOf(db),
      random: newBearer(),
    };
    return seal.close(JSON.stringify({ ...common, ...fields }), purpose);
  }

  const makeFor = (
    purpose: string,
    account: TicketAccount,
    fields: Pick<AccountTicket, 'kind'> & Record<string, unknown>,
  ): Promise<string> => make(purpose, { id: account.id, proof: proofOf(account), ...fields });

  /** Returns what a browser needs to use one of these passkeys for a ticket. */
  async function optionsOf(ticket: string, passkeys: FactorRow[], isAgain: boolean) {
    const canVerify = passkeys.some(({ replacesPassword }) => replacesPassword === 'on');
    return requestOptions(mustHaveParty(party), {
      challenge: challengeOf(ticket),
      userVerification: isAgain && canVerify ? 'preferred' : 'discouraged',
      passkeys: passkeys as (FactorRow & NamedPasskey)[],
    });
  }

  /** Returns what an account can answer with, and what a browser needs for its passkeys. */
  async function asked(
    ticket: string,
    owner: Owner,
    isAgain: boolean,
  ): Promise<Omit<SecondFactorAsked, 'ticket'>> {
    if (await waitsForLink(db, owner)) return { methods: ['link'] };
    const factors = await factorsOf(db, owner);
    const passkeys = factors.filter((row) => isUsablePasskey(row, party));
    const left = await countRecoveryCodes(db, owner);
    const canTotp = factors.some((row) => openSecret(seal, row) !== null);
    return {
      methods: [
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(canTotp ? (['totp'] as const) : []),
        ...(left > 0 ? (['recoveryCode'] as const) : []),
      ],
      ...(passkeys.length > 0 && { options: await optionsOf(ticket, passkeys, isAgain) }),
    };
  }

  /** Opens a ticket; null when it is not one of this database and purpose, or has ended. */
  async function open<T extends AnyTicket>(
    purpose: string,
    schema: z.ZodType<T, unknown>,
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
      who: Pick<SignInTicket, 'kind' | 'isInvited' | 'way'> & { session?: string },
      account: TicketAccount,
    ): Promise<SecondFactorAsked> {
      const { kind } = who;
      const ticket = await makeFor(purposes.signIn, account, who);
      return { ticket, ...(await asked(ticket, { kind, id: account.id }, false)) };
    },

    /** Opens the ticket of a sign-in; null when it is not one of this database, or has ended. */
    open: (sealed: string): Promise<SignInTicket | null> =>
      open(purposes.signIn, signInTicket, sealed),

    /**
     * Makes the question to the person of a session. Who has a second factor answers with it alone, the others with the password or at
     * the provider of single sign-on.
     */
    async askAgain(
      { kind, session, forFactors }: Pick<AgainTicket, 'kind' | 'session' | 'forFactors'>,
      account: AskedAccount,
    ): Promise<AgainAsked> {
      const ticket = await makeFor(purposes.again, account, { kind, session, forFactors });
      if (!account.hasFactor) return { ticket, methods: methodsWithoutFactor(account) };
      const { methods, ...rest } = await asked(ticket, { kind, id: account.id }, true);
      return { ticket, methods: methods.filter((method) => method !== 'link'), ...rest };
    },

    /** Makes a ticket for a sign-in with a passkey in the place of a password, and what the browser needs for it. */
    async askPasskey(attempt: number | null) {
      const ticket = await make(purposes.passkey, { attempt });
      const wanted = { challenge: challengeOf(ticket), userVerification: 'required' as const };
      return { ticket, options: await requestOptions(mustHaveParty(party), wanted) };
    },

    /** Opens such a ticket; null when it is not one of this database, or has ended. */
    openPasskey: (sealed: string) => open(purposes.passkey, passkeyTicket, sealed),

    /** Opens the ticket of a question; null when it is not one of this database, or has ended. */
    openAgain: (sealed: string): Promise<AgainTicket | null> =>
      open(purposes.again, againTicket, sealed),

    /** Tells whether a ticket was made for this account, with the password of now. */
    isOf: ({ id, proof }: AccountTicket, account: TicketAccount): boolean =>
      id === account.id && proof === proofOf(account),
  };
}
