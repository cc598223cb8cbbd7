import type { Finding } from '@adwarden/contract/findings/findings';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import { type AppTab, appPath } from '../../lib/app-tabs.ts';
import { accountPath, editAppPath, paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';

/** The tabs of an app's page on which a finding without a field is looked into; of all others the overview. */
const tabs: Partial<Record<FindingRule, AppTab>> = {
  'no-more-requests': 'traffic',
  'fewer-requests': 'traffic',
  'fewer-ads-after-change': 'history',
  'wrong-tokens': 'tokens',
  'old-token-in-use': 'tokens',
  'ended-token-in-use': 'tokens',
};

type Placed = Pick<Finding, 'appID' | 'rule' | 'field' | 'since'>;

/**
 * The address where a finding is mended: the form of its app at the field, the page of the app, or the page of the account that
 * it names. Null for other findings about the installation.
 */
export function placeToMend(role: Role, { appID, rule, field, since }: Placed): string | null {
  if (rule === 'app-ads-lacks-lines') return accountPath(field);
  if (appID === '') return null;
  if (field !== '') return editAppPath(paths[role].applicationList, appID, field);
  const tab = tabs[rule];
  const day = tab === 'traffic' ? `?${new URLSearchParams({ at: since.slice(0, 10) })}` : '';
  return appPath(role, appID, tab) + day;
}

/** The id of a finding's row. */
export const findingId = ({ appID, rule, field }: Finding): string => `${appID} ${rule} ${field}`;
