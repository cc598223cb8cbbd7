import { useQuery } from '@tanstack/react-query';
import { waysQuery } from '../../lib/ways.ts';
import { whyNoPasskeys } from './passkey-place.ts';

/** Whether people can use passkeys on this page: undefined while nobody knows, null when they can, otherwise why not. */
export function useWhyNoPasskeys(): string | null | undefined {
  const { data } = useQuery(waysQuery);
  return data && whyNoPasskeys(data);
}
