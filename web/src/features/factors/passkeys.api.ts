import { passkeyCalls } from '@adwarden/contract/factors/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const browser = () => import('./passkey-browser.ts');

type Wanted = { name: string; replacesPassword: boolean };

/** Sets up a passkey: begins, asks the browser, and confirms. The form shows its errors. */
export function useAddPasskey() {
  const client = useQueryClient();
  // After a refusal of the browser, the set-up goes on: so nobody is asked again who they are.
  const begun = useRef<{ replacesPassword: boolean; id: string; options: Options } | null>(null);
  return useMutation({
    mutationFn: async ({ name, replacesPassword }: Wanted) => {
      if (begun.current?.replacesPassword !== replacesPassword) {
        const { data } = await request(passkeyCalls.addPasskey, { body: { replacesPassword } });
        begun.current = { replacesPassword, ...data };
      }
      const { id, options } = begun.current;
      const { makePasskey } = await browser();
      const response = await makePasskey(options);
      begun.current = null;
      return request(passkeyCalls.confirmPasskey, { body: { id, name, response } });
    },
    onSuccess: () => askAgain(client, queryKeys.factors),
    meta: { errorToast: false },
  });
}
type Options = Record<string, unknown>;
