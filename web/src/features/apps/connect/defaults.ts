import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import { judge } from '@adwarden/contract/judge';

/**
 * The file of "Download defaults": what the server answers about an app now, for a first start without a network. It has
 * the fields that clients read (docs/client-protocol.md). Pauses and the phone's country do not count.
 */
export function defaultsFile(app: App): File {
  const { appID, visibleExtra, updatedAt } = app;
  const nobody = { country: null, vpn: null };
  const { ads, reason } = judge({ ...app, countries: [] }, [], nobody, 0);
  const units = forEachAdUnit((name) => (ads === 'on' ? app[name] : ''));
  const data = { appID, adsStatus: ads, reason, visibleExtra, updatedAt, ...units };
  const text = `${JSON.stringify({ success: true, data }, null, 2)}\n`;
  return new File([text], 'adwarden-defaults.json', { type: 'application/json' });
}
