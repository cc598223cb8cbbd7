import { factorCalls } from '@adwarden/contract/factors/factors';
import { passkeyCalls } from '@adwarden/contract/factors/passkeys';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';

/** Signs in with a passkey in the place of a password. Whoever calls it shows the errors. */
export function useSignInWithPasskey() {
  return useMutation({
    mutationFn: async () => {
      // A tab's own session is not sent: the server would end it.
      const { data } = await request(passkeyCalls.signInWithPasskey, { token: null });
      const { takePasskey } = await import('./passkey-browser.ts');
      const passkey = await takePasskey(data.options);
      return request(factorCalls.signInWithFactor, {
        body: { ticket: data.ticket, passkey },
        token: null,
      });
    },
    meta: { errorToast: false },
  });
}
