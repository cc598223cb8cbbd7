import { limits } from '@adwarden/contract/limits';
import { exportCalls, type exportedApps } from '@adwarden/contract/spreadsheets/exports';
import type { z } from 'zod';
import { download } from '../../lib/http-client.ts';
import type { Picked } from './picked.ts';

/** The IDs of selected applications, of which one pause names at most a thousand. Throws an error for people. */
export async function idsToPause({ select, count }: Picked): Promise<string[]> {
  const most = limits.pauses.apps;
  if (count > most) {
    throw new Error(
      `A pause names at most ${most.toLocaleString('en')} applications. Select fewer, or pause an account or an owner.`,
    );
  }
  if ('appIDs' in select) return [...select.appIDs];
  const body = { ...select, format: 'json', columns: ['appID'] } as const;
  const file = await download(exportCalls.exportSelectedApps, { body });
  const rows: z.infer<typeof exportedApps> = JSON.parse(await file.text());
  return rows.flatMap(({ appID }) => appID ?? []);
}
