import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { NewAppForm } from '@adwarden/contract/apps';
import type { Finding } from '@adwarden/contract/findings/findings';
import type { Page } from '@playwright/test';
import { fresh, type TestApi } from './test-api.ts';

let made = 0;
const publisher = 'ca-app-pub-8675309024681357';

/** Ten digits that no other app has. */
function ownNumber(): string {
  made += 1;
  const worker = process.env.TEST_WORKER_INDEX ?? '0';
  return `${worker.padStart(3, '5')}${String(made).padStart(7, '0')}`;
}

/** Returns an ad unit that no other app has. */
export const ownUnit = (): string => `${publisher}/${ownNumber()}`;

/** Returns an AdMob app ID, which is a mistake in the place of an ad unit. */
export const admobAppId = (): string => `${publisher}~${ownNumber()}`;

/** Package names with a mistake, which no other app has. */
export const malformedPackage = (): string => fresh('tide clock');
export const examplePackage = (): string => `com.example.${fresh('tide').replaceAll(' ', '')}`;

/** Adds a live app without any finding, unless `over` gives it one; of an owner. */
export async function addTidyApp(api: TestApi, owner: string, over: Partial<NewAppForm> = {}) {
  const appName = fresh('Tide Clock');
  return api.addApp({
    ...forEachAdUnit(() => ''),
    appName,
    packageName: `com.harbour.${appName.replaceAll(/\W/g, '').toLowerCase()}`,
    accountName: '',
    selectedUser: owner,
    googleBanner1: ownUnit(),
    ...over,
  });
}

/** Returns the address of the page of findings, for an administrator and for one app. */
export const findingsOf = ({ appID }: { appID: string }, more: Record<string, string> = {}) =>
  `/admin/safety/findings?${new URLSearchParams({ appID, ...more })}`;

/** Returns the findings of the apps whose rows are open. The only row of a list is open at first. */
export const entries = (page: Page) =>
  page.getByRole('list', { name: /^Findings of / }).getByRole('listitem');

/** Returns the button that opens and closes the row of each app. */
export const apps = (page: Page) => page.getByRole('button', { name: /^Findings of / });

/** Returns the dialog that mutes a finding, and its parts. */
export function muteDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Mute finding' });
  return {
    dialog,
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    confirm: dialog.getByRole('button', { name: 'Mute', exact: true }),
  };
}

/** A finding about the installation, as the server answers it. */
export const aboutInstallation: Finding = {
  appID: '',
  appName: '',
  accountName: '',
  rule: 'vpn-service-failing',
  severity: 'warning',
  field: '',
  title: 'VPN service fails',
  detail: 'vpnapi.io did not answer most of the questions of the last hour.',
  why: 'Callers behind a VPN get ads.',
  todo: 'Check the VPN API key.',
  apps: [],
  since: '2026-11-20T09:15:00.000Z',
  mutedAt: null,
  mutedBy: '',
  muteReason: '',
};
