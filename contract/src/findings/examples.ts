import { sampleAdUnits } from '../ad-units.ts';
import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';
import { severityOf } from './rules.ts';
import { findingTexts } from './texts.ts';

const rule = 'sample-in-live-app';
const field = 'googleBanner1';
const said = {
  rule,
  severity: severityOf(rule),
  field,
  detail: 'Google Banner 1 is Google’s sample, in a live app.',
  ...findingTexts[rule],
  apps: [],
};

/** Builds an example of each schema of findings, about an app. */
export function findingExamples(app: {
  appID: string;
  appName: string;
  accountName: string;
  updatedAt: string;
}) {
  const { appID, appName, accountName, updatedAt: since } = app;
  const open = { appID, appName, accountName, ...said, since };
  const finding = { ...open, mutedAt: null, mutedBy: '', muteReason: '' };
  return {
    CheckApp: { googleBanner1: sampleAdUnits.banner, adsStatus: 'on', appStatus: 'live' },
    MuteFinding: { appID, rule, field, reason: 'A demo for customers' },
    UnmuteFinding: { appID, rule, field },
    CheckedApp: succeed('Checked', {
      findings: [{ ...said, muted: false, isNew: true }],
      impact: {
        requests: 8672,
        lost: 3572,
        unknown: 0,
        parts: [{ reason: 'country', country: 'IN', requests: 3572 }],
      },
    }),
    AppsWithFindings: examplePage('Apps with findings', {
      appID,
      appName,
      accountName,
      requests7d: 8672,
      findings: [finding],
    }),
    FindingAnswer: succeed('Finding muted', finding),
    FindingList: examplePage('Findings', finding),
  };
}
