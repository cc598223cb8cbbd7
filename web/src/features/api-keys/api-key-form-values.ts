import { newApiKey } from '@adwarden/contract/api-keys/api-keys';
import { limits } from '@adwarden/contract/limits';
import type { KeyScope } from '@adwarden/contract/people/people';
import { z } from 'zod';

export type KeyFormValues = {
  name: string;
  scopes: KeyScope[];
  /** The days until the end, as the choice has them. */
  days: string;
  /** Addresses and networks, one on a line or separated by commas or blanks. */
  addresses: string;
};

/** The body of the request. */
export type NewKeyPayload = z.input<typeof newApiKey>;

/** The choices of an end, in days. */
export const dayChoices = [7, 30, limits.apiKeys.days.default, limits.apiKeys.days.max] as const;

/** Returns the first values of the form. */
export const emptyKeyForm = (): KeyFormValues => ({
  name: '',
  scopes: ['read'],
  days: String(limits.apiKeys.days.default),
  addresses: '',
});

const dayMs = 86_400_000;
/** The clock of this browser may be ahead of the server's, which allows no day more than a year. */
const spareMs = 3_600_000;

/** Returns the time after so many days, as it is sent. */
export function endAfter(days: number, now: number): string {
  const isLongest = days >= limits.apiKeys.days.max;
  return new Date(now + days * dayMs - (isLongest ? spareMs : 0)).toISOString();
}

/** The schema of the form; its output is what is sent. Errors of single addresses stand at the field. */
export const keySchema = z
  .unknown()
  .transform((typed) => {
    const { name, scopes, days, addresses } = typed as KeyFormValues;
    const listed = addresses.split(/[\s,;]+/).filter((text) => text !== '');
    return { name, scopes, days: Number(days), ...(listed.length > 0 && { addresses: listed }) };
  })
  .transform((values, context): NewKeyPayload => {
    const { days, ...rest } = values;
    const payload = { ...rest, endsAt: endAfter(days, Date.now()) };
    const { error } = newApiKey.safeParse(payload);
    for (const { path, message } of error?.issues ?? []) {
      context.issues.push({ code: 'custom', input: payload, path: path.slice(0, 1), message });
    }
    return payload;
  });
