import { type AdUnitKind, adUnitKinds } from '@adwarden/contract/ad-units';
import { z } from 'zod';

/** `kinds`: in which kinds of ad units. */
export type ReplaceValues = { find: string; with: string; kinds: AdUnitKind[] };

/** The schema of the form; all kinds are sent as none. Nothing is trimmed: a space may be what is wrong. */
export const replaceSchema = z
  .object({
    find: z.string().min(1, 'Please enter the text to find'),
    with: z.string(),
    kinds: z.array(z.enum(adUnitKinds)).min(1, 'Please choose at least one kind'),
  })
  .transform(({ kinds, ...texts }) =>
    kinds.length === adUnitKinds.length ? texts : { ...texts, kinds },
  );
