import { counted } from '@adwarden/contract/counted';
import type { Found } from '@adwarden/contract/findings/rules';
import type { RequiredFactor } from '../../../people/required-factor.ts';

/** An administrator who is enabled and has a password; viewers, too. `codesLeft`: recovery codes that are not used yet. */
export type SigningAdmin = {
  id: string;
  email: string;
  isViewer: boolean;
  hasFactor: boolean;
  codesLeft: number;
};

/** Returns the finding about administrators whose password alone is enough, while nobody must have a second factor. */
export function findPasswordsAlone(admins: SigningAdmin[], required: RequiredFactor): Found[] {
  const alone = admins.filter(({ hasFactor }) => !hasFactor);
  if (required !== 'off' || alone.length === 0) return [];
  const detail = `${alone.length} of ${counted(admins.length, 'administrator')} ${alone.length === 1 ? 'signs' : 'sign'} in with a password alone.`;
  return [{ rule: 'second-factor-not-required', field: '', detail, facts: 'off' }];
}

/** Returns the finding about the last administrator who can let others in, when that one has no recovery code left. */
export function findLastWithoutCodes(admins: SigningAdmin[]): Found[] {
  const [last, ...others] = admins.filter(({ isViewer }) => !isViewer);
  if (!last || others.length > 0 || !last.hasFactor || last.codesLeft > 0) return [];
  const detail = `${last.email} is the only administrator who can let others in, and has no recovery code left.`;
  return [{ rule: 'last-recovery-code-used', field: '', detail, facts: last.id }];
}
