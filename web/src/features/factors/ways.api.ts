import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../lib/role.ts';
import { waysQuery } from '../../lib/ways.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { whyNoPasskeys } from './passkey-place.ts';

/** Whether people can use passkeys on this page: undefined while nobody knows, null when they can, otherwise why not. */
export function useWhyNoPasskeys(role: Role): string | null | undefined {
  const { data } = useQuery(waysQuery);
  return data && whyNoPasskeys(data, role);
}

/** Whether people can use passkeys on this page; false while nobody knows. */
export function useCanUsePasskeys(): boolean {
  const { data } = useQuery(waysQuery);
  return data !== undefined && canUsePasskeys(data);
}
