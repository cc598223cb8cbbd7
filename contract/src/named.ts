import { z } from 'zod';

/*
 * The schemas that the OpenAPI document names. Generated clients use these names for their types. A schema is registered
 * where it stands: `z.object({ … }).register(requestBodies, { id: 'NewPause' })`.
 */

/** Request bodies. */
export const requestBodies = z.registry<{ id: string }>();

/** Response bodies and their parts. */
export const responseBodies = z.registry<{ id: string }>();

/** The fields of a refusal's body besides the failure. */
export const refusalBodies = z.registry<{ id: string }>();
