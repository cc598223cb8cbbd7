import { z } from 'zod';
import type { Ability } from './abilities.ts';

/**
 * The ability that setting a field needs. It is registered where the field stands: `choice(…).register(fieldNeeds,
 * { ability: 'set-ip-rules' })`. A person who may edit an app may set all fields that are not registered.
 */
export const fieldNeeds = z.registry<{ ability: Ability }>();
