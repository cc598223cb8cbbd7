import { storeOf } from '@adwarden/contract/findings/app-rules';

const store = 'https://play.google.com/store/apps';

/** The app's page in its store: Apple's when the package name is a number. */
export function storePage(packageName: string): string {
  if (storeOf(packageName) === 'apple-number') {
    return `https://apps.apple.com/app/id${packageName.replace('id', '')}`;
  }
  return `${store}/details?id=${encodeURIComponent(packageName)}`;
}

/** The account's page in the store, by its number or, if it is not a number, its name; '' for no account. */
export function accountPage(accountName: string): string {
  if (accountName === '') return '';
  return /^\d+$/.test(accountName)
    ? `${store}/dev?id=${accountName}`
    : `${store}/developer?id=${encodeURIComponent(accountName)}`;
}
