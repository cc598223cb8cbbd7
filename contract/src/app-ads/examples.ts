import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';
import { googleLine } from './app-ads-file.ts';

/** Builds an example of each schema of app-ads.txt, about the account of an app. */
export function appAdsExamples(app: { accountName: string; updatedAt: string }) {
  const { accountName: account, updatedAt: checkedAt } = app;
  const site = 'https://harbour.example';
  const extraLines = 'applovin.com, 9f2c9f2c, DIRECT\ncontact=ads@harbour.example';
  const line = googleLine('1234567890123456');
  const check = {
    url: `${site}/app-ads.txt`,
    checkedAt,
    state: 'read',
    trouble: '',
    blocked: '',
    notes: [],
    missing: [line],
    missingTotal: 1,
    extra: ['unity.com, 4711, RESELLER'],
    extraTotal: 1,
  };
  const whole = {
    account,
    apps: 3,
    liveApps: 2,
    site,
    lines: [line],
    extraLines,
    version: 431,
    check,
  };
  return {
    AccountChanges: { site: 'harbour.example', extraLines },
    CheckAppAds: { account },
    AppAdsCheckAnswer: succeed('Checked', check),
    AccountAnswer: succeed('Account saved', whole),
    AccountList: examplePage('Accounts', {
      account,
      apps: 3,
      site,
      checkedAt,
      missing: 1,
      isBlocked: false,
    }),
    StaleAccount: {
      status: 'error',
      success: false,
      message: 'Ada Harbour has changed this account since',
      current: whole,
      changedBy: 'Administrator',
      changedAt: checkedAt,
    },
  };
}
