import { z } from 'zod';
import { success } from '../envelope.ts';
import { responseBodies } from '../named.ts';

/** `recoveryCodes` only for the first factor of an account. They are in no later answer. */
export const confirmedFactor = success(
  z.object({ recoveryCodes: z.array(z.string()).optional() }),
).register(responseBodies, { id: 'ConfirmedFactor' });
