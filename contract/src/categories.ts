import { z } from 'zod';
import type { Call } from './call.ts';
import { successList } from './envelope.ts';
import { responseBodies } from './named.ts';

/** A store category (spec, section 3). */
export const category = z.object({ categoryName: z.string() });
export const categoryList = successList(category).register(responseBodies, { id: 'CategoryList' });

/** The calls about categories. */
export const categoryCalls = {
  getCategory: {
    method: 'GET',
    path: '/category/getCategory',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the store categories',
    answer: categoryList,
  },
} as const satisfies Record<string, Call>;
