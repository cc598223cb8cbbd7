import { type TestedAds, type TestQuestion, testAdsCalls } from '@adwarden/contract/test-ads';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/http-client.ts';

/** Asks what a phone would get of an app, and why. It writes nothing, so no list is fetched again. */
export function useTestAds(appID: string) {
  return useMutation({
    mutationFn: async (question: TestQuestion): Promise<TestedAds> =>
      (await request(testAdsCalls.testAds, { id: appID, body: question })).data,
    meta: { errorToast: false },
  });
}
