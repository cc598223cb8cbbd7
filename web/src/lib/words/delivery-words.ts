import type { AppInList } from '@adwarden/contract/apps';
import type { Delivery } from '@adwarden/contract/delivery';
import { noAds } from '@adwarden/contract/state-words';

/** Returns the colour for what phones get of an app: green only if they get its ads, and none while it is not known. */
export function deliveryTone(delivery: Delivery | undefined): 'success' | 'warning' | 'neutral' {
  if (delivery?.to === 'all') return 'success';
  return delivery?.to === 'few' ? 'warning' : 'neutral';
}

/** Returns 'Paused', 'No ads: country', 'Few ads: VPN'; '' if phones get the ads, and if only the setting turns them off. */
export function deliveryMark({ delivery, adsStatus }: Pick<AppInList, 'delivery' | 'adsStatus'>) {
  if (!delivery?.reason || delivery.to === 'all') return '';
  const { to, reason } = delivery;
  if (reason === 'ads-off' && adsStatus === 'off') return '';
  const words = noAds[reason].word;
  if (to === 'few') return `Few ads: ${words}`;
  return reason === 'paused' || reason === 'suspended'
    ? words.charAt(0).toUpperCase() + words.slice(1)
    : `No ads: ${words}`;
}

/** Says how many requests get ads: '28 of 239 requests in 7 days get ads'; '' if they are not counted. */
export function deliveredRequests(delivery: Delivery | undefined): string {
  const { requests = null, withAds = null } = delivery ?? {};
  if (requests === null || withAds === null) return '';
  const all = requests.toLocaleString('en');
  const some = withAds === 0 ? 'None' : withAds.toLocaleString('en');
  return `${some} of ${all} ${requests === 1 ? 'request' : 'requests'} in 7 days ${withAds === 1 || withAds === 0 ? 'gets' : 'get'} ads`;
}

/** Says what a deletion does to phones: 'Phones get ads of it now.', 'Phones get no ads of it now: suspended.' */
export function deletionEffect(delivery: Delivery | undefined): string | undefined {
  if (!delivery) return undefined;
  const { to, reason } = delivery;
  if (to === 'none' && reason) return `Phones get no ads of it now: ${noAds[reason].word}.`;
  return 'Phones get ads of it now.';
}
