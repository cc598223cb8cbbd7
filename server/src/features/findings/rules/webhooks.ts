import type { Found } from '@adwarden/contract/findings/rules';

/** A webhook that Adwarden has turned off, and why. */
export type OffWebhook = { id: string; name: string; offReason: string };

/** The number of webhooks that are named. The rest are counted: the page Notifications has all. */
const mostNamed = 3;

/** Returns the finding about webhooks that were turned off, if there are any. */
export function findOffWebhooks(webhooks: OffWebhook[]): Found[] {
  if (webhooks.length === 0) return [];
  const said = webhooks
    .slice(0, mostNamed)
    .map(({ name, offReason }) => `${name} is off. ${offReason}.`);
  const more = webhooks.length - said.length;
  if (more > 0) said.push(`${more} more ${more === 1 ? 'is' : 'are'} off.`);
  const facts = webhooks.map(({ id }) => id).join(' ');
  return [{ rule: 'webhook-off', field: '', detail: said.join(' '), facts }];
}
