import { formOf } from '@adwarden/contract/form-of';
import { importCalls } from '@adwarden/contract/spreadsheets/imports';
import { request } from '../../../lib/http-client.ts';
import type { Previewed } from '../picked.ts';
import type { Copy } from './copies-values.ts';

/** Asks what copies of an app would be; nothing changes yet. It is an import of new apps (ADR 38). */
export async function previewCopies(copyOf: string, copies: Copy[]): Promise<Previewed> {
  const file = new File([JSON.stringify(copies)], 'copies.json', { type: 'application/json' });
  // A copy may have the package name of another application.
  const form = { mode: 'create', key: 'appID', copyOf, file };
  const again = async () => (await request(importCalls.importApps, { body: formOf(form) })).data;
  return { preview: await again(), again };
}
