import { z } from 'zod';
import { time } from './fields.ts';
import { responseBodies } from './named.ts';

/** A wrong field, with the message to show beside it. */
export const fieldError = z
  .object({ field: z.string(), message: z.string() })
  .register(responseBodies, { id: 'FieldError' });
export type FieldError = z.infer<typeof fieldError>;

/** The ways to confirm a sign-in after the password. `link`: a link from the administrator who removed the last second factor. */
export const factorMethods = ['totp', 'recoveryCode', 'passkey', 'link'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/**
 * What the browser needs to use a passkey: the JSON form of WebAuthn's options (PublicKeyCredentialCreationOptionsJSON or
 * PublicKeyCredentialRequestOptionsJSON). It is handed on as it is.
 */
export const passkeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** In the refusal of a sign-in whose password was right: the second step takes this ticket, with one of these methods. `options` are there with `passkey`. */
export const secondFactorAsked = z
  .object({
    ticket: z.string(),
    methods: z.array(z.enum(factorMethods)),
    options: passkeyOptions.optional(),
  })
  .register(responseBodies, { id: 'SecondFactor' });
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>;

/** The ways to confirm that it is still the person of the session; the password and single sign-on only for an account without a second factor. */
export const againMethods = [
  'password',
  'totp',
  'recoveryCode',
  'passkey',
  'singleSignOn',
] as const;
export type AgainMethod = (typeof againMethods)[number];

/**
 * A call that asks again who somebody is, is refused with this (ADR 136). The answer goes to `POST /sessions/again`: the ticket, and
 * what one of the methods needs. `options` are there with `passkey`.
 */
export const againAsked = z
  .object({
    ticket: z.string(),
    methods: z.array(z.enum(againMethods)),
    options: passkeyOptions.optional(),
  })
  .register(responseBodies, { id: 'Again' });
export type AgainAsked = z.infer<typeof againAsked>;

/**
 * Every failure (ADR 28 "Envelope"); `token: false` means the session is missing, unknown or expired. `mustSetUp`: the caller
 * must set these up first. `secondFactor`: the password was right, and the account has a second factor. `again`: the caller
 * must confirm first that it is them; the session goes on.
 */
export const failure = z
  .object({
    status: z.literal('error'),
    success: z.literal(false),
    message: z.string(),
    errors: z.array(fieldError).optional(),
    token: z.literal(false).optional(),
    id: z.string().optional(),
    mustSetUp: z
      .array(z.string())
      .optional()
      .meta({ description: 'What the caller must set up before this call works.' }),
    secondFactor: secondFactorAsked.optional(),
    again: againAsked.optional(),
  })
  .register(responseBodies, { id: 'Failure' });

/** All, some or none of the server's processes that answer phones have the saved values. */
export const reached = z.enum(['all', 'some', 'none']);
export type Reached = z.infer<typeof reached>;

/** The message of a write when no process that answers phones has it yet. */
export const notOnPhones =
  'Saved, but phones get it only when the processes that answer them follow the office again';

/**
 * Builds the envelope of every success around its `data`. `adsHaveIt` is in the answers to calls that change what phones get,
 * and in those that say so; absent where no process of this machine answers phones. `adsStopped` is beside it while an operator
 * has stopped all ads of this machine.
 */
export function success<T extends z.ZodType>(data: T) {
  return z.object({
    status: z.literal('success'),
    success: z.literal(true),
    message: z.string(),
    data,
    adsHaveIt: reached.optional(),
    adsStopped: z.boolean().optional(),
  });
}

/** The answer to a call that has nothing to tell. */
export const nothing = success(z.null()).register(responseBodies, { id: 'Nothing' });

/** Builds the additional fields in the 409 of a stale edit: the current thing, who changed it, and when. */
export function stale<T extends z.ZodType>(thing: T) {
  return z.object({ current: thing, changedBy: z.string(), changedAt: time });
}

/** Builds the envelope of a list. A page also has its totals; the whole list has none. */
export function successList<T extends z.ZodType>(item: T) {
  return success(z.array(item)).extend({
    total: z.number().optional(),
    page: z.number().optional(),
    pageSize: z.number().optional(),
  });
}

/** Makes the envelope of a success. */
export function succeed<T>(message: string, data: T) {
  return { status: 'success' as const, success: true as const, message, data };
}
