import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import { judge } from '@adwarden/contract/judge';

/**
 * Returns what the server now answers about an app, as JSON with the fields that clients read (docs/client-protocol.md).
 * It ignores pauses and the phone's country.
 */
export function answerText(app: App): string {
  const { appID, visibleExtra, updatedAt } = app;
  const nobody = { country: null, vpn: null };
  const { ads, reason } = judge({ ...app, countries: [] }, [], nobody, 0);
  const units = forEachAdUnit((name) => (ads === 'on' ? app[name] : ''));
  const data = { appID, adsStatus: ads, reason, visibleExtra, updatedAt, ...units };
  return `${JSON.stringify({ success: true, data }, null, 2)}\n`;
}

/** Returns the file of "Download defaults", for a first start without a network. */
export const defaultsFile = (app: App): File =>
  new File([answerText(app)], 'adwarden-defaults.json', { type: 'application/json' });
