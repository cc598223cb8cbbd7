import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';

/* Pasted lists: texts by which a list of apps is filtered, too many for an address (ADR 82). */

const { terms: mostTerms, length } = limits.filters;
const term = requiredText('Please enter no empty text', {
  label: 'Each text',
  max: limits.text.filter,
});
const termsError = `terms must be a list of 1 to ${mostTerms} texts`;

/** Whole app IDs, app names, package names and ad units. */
export const newPastedList = z
  .object({
    terms: z
      .array(term, termsError)
      .min(1, termsError)
      .max(mostTerms, termsError)
      .refine((terms) => terms.join('').length <= length, {
        error: `terms must have at most ${length} characters in all`,
      }),
  })
  .register(requestBodies, { id: 'NewPastedList' });
export type NewPastedList = z.infer<typeof newPastedList>;

/**
 * A pasted list. `id` is the value of the filter `pasted`. `terms`: how many different texts it has. `missing`: those that no
 * app has which the caller sees.
 */
export const pastedList = z
  .object({ id: z.string(), terms: z.number(), missing: z.array(z.string()) })
  .register(responseBodies, { id: 'PastedList' });
export type PastedList = z.infer<typeof pastedList>;
export const pastedListAnswer = success(pastedList).register(responseBodies, {
  id: 'PastedListAnswer',
});

/** The calls about pasted lists. */
export const pastedListCalls = {
  addPastedList: {
    method: 'POST',
    path: '/apps/pastedLists',
    who: 'signed-in',
    viewers: true,
    keys: false,
    holds: 'lines',
    summary:
      'Store a list of texts by which apps are found: app IDs, names, package names, ad units',
    body: newPastedList,
    answer: pastedListAnswer,
  },
  getPastedList: {
    method: 'GET',
    path: '/apps/pastedLists/:id',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'Read how many texts of a pasted list are found, and which are not',
    params: z.object({ id: inPath('a list', 'List') }),
    answer: pastedListAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
