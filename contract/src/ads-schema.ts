import { z } from 'zod';
import { ads } from './ads.ts';
import { success } from './envelope.ts';
import { adsOffReasons } from './no-ads-reasons.ts';

/** The path of the JSON Schema of the ads answer. */
export const adsSchemaPath = '/schemas/ads.json';

/**
 * Builds the JSON Schema (2020-12) of the ads answer, for clients. It allows unknown fields and unknown reasons, because later
 * versions may add both (docs/client-protocol.md).
 */
export function adsSchema(): Record<string, unknown> {
  const reason = z
    .string()
    .nullable()
    .meta({ description: `Why ads are off: ${adsOffReasons.join(', ')}, or a later one.` });
  const schema = z.toJSONSchema(success(ads.extend({ reason })), { io: 'input' });
  return { ...schema, $id: adsSchemaPath, title: 'The answer of GET /api/getAds' };
}
