import { limits } from '@adwarden/contract/limits';
import { useSearchParams } from 'react-router';
import { onServer } from './base-path.ts';
import { paths } from './paths.ts';

const parameter = 'userID';

/** The address of the owners' sign-in with the user id filled in. It contains no secret. */
export const signInLink = (userID: string): string =>
  `${window.location.origin}${onServer(paths.user.signIn)}?${new URLSearchParams({ [parameter]: userID })}`;

/** The user id of the sign-in link by which the user came; '' without one. */
export function useInvited(): string {
  const [parameters] = useSearchParams();
  return parameters.get(parameter)?.slice(0, limits.text.userID) ?? '';
}
