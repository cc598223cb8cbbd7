import type { Finding } from '@adwarden/contract/findings/findings';
import { accountPath, editAppPath, paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';

/** What a finding is about, for a name: its app, or 'This installation'. */
export const subjectOf = ({ appID, appName }: Pick<Finding, 'appID' | 'appName'>): string =>
  appID === '' ? 'This installation' : appName;

/**
 * The address where a finding is mended: the form of its app at the field, or the page of the account that it names. Null for
 * others about the installation.
 */
export function placeToMend(
  role: Role,
  { appID, field, rule }: Pick<Finding, 'appID' | 'field' | 'rule'>,
) {
  if (rule === 'app-ads-lacks-lines') return accountPath(field);
  return appID === '' ? null : editAppPath(paths[role].applicationList, appID, field);
}

/** The id of a finding's row. */
export const findingId = ({ appID, rule, field }: Finding): string => `${appID} ${rule} ${field}`;
