import { z } from 'zod';
import { limits } from './limits.ts';
import { refusalBodies } from './named.ts';

/** The header that makes a repeated call create nothing twice (ADR 90). */
export const idempotencyHeader = 'Idempotency-Key';

/** A key, which the client chooses: 1 to 64 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(limits.idempotencyKey)
  .regex(/^[!-~]+$/)
  .meta({
    description:
      'The call is carried out at most once: sent again with the same key within a day, it creates nothing, and the answer shows what the first one has created',
  });

/** The answer (409) when the first call with a key was carried out: the id of the new thing. */
export const alreadyMade = z
  .object({ made: z.object({ id: z.string() }) })
  .register(refusalBodies, { id: 'AlreadyMade' });
