import { z } from 'zod';
import { limits } from './limits.ts';
import { refusalBodies } from './named.ts';

/** The header with which a call that creates something is carried out at most once, however often it is sent (ADR 90). */
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

/** The 409 of a key whose first call has been carried out already: what it has created. */
export const alreadyMade = z
  .object({ made: z.object({ id: z.string() }) })
  .register(refusalBodies, { id: 'AlreadyMade' });
