import { appStoreNumber, storeOf } from '@adwarden/contract/findings/app-rules';

const play = 'https://play.google.com/store/apps';
const appStore = 'https://apps.apple.com';

/**
 * The app's page in its store: the App Store's by Apple's number, else Google Play's. '' for a name that only Apple takes:
 * the App Store has no page by such a name.
 */
export function storePage(packageName: string): string {
  const store = storeOf(packageName);
  if (store === 'app-store-number') return `${appStore}/app/id${appStoreNumber(packageName)}`;
  return store === 'apple' ? '' : `${play}/details?id=${encodeURIComponent(packageName)}`;
}

/**
 * The account's page in the store of an app: by its number or, at Google Play, by its name. '' for no account, and for a
 * name at the App Store, which has pages by number only.
 */
export function accountPage({
  accountName,
  packageName,
}: {
  accountName: string;
  packageName: string;
}): string {
  const isNumber = /^\d+$/.test(accountName);
  const store = storeOf(packageName);
  if (store === 'app-store-number' || store === 'apple') {
    return isNumber ? `${appStore}/developer/id${accountName}` : '';
  }
  if (accountName === '') return '';
  return isNumber
    ? `${play}/dev?id=${accountName}`
    : `${play}/developer?id=${encodeURIComponent(accountName)}`;
}
