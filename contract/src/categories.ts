import { z } from 'zod';
import { successList } from './envelope.ts';

/** A store category (spec, section 3). */
export const category = z.object({ categoryName: z.string() });
export type Category = z.infer<typeof category>;
export const categoryList = successList(category);
