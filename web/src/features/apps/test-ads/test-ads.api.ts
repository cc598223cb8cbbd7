import { type TestCaller, type TestedAds, testAdsCalls } from '@adwarden/contract/test-ads';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/http-client.ts';

/** Asks what a phone of this caller would get of an app, and why. It writes nothing, so no list is fetched again. */
export function useTestAds(appID: string) {
  return useMutation({
    mutationFn: async (caller: TestCaller): Promise<TestedAds> =>
      (await request(testAdsCalls.testAds, { id: appID, body: caller })).data,
    meta: { errorToast: false },
  });
}
