import { z } from 'zod';
import { ads } from './ads.ts';
import type { Call } from './call.ts';
import { parseCountries } from './countries.ts';
import { success } from './envelope.ts';
import { all, filled, has, not, some, withRules } from './field-rules.ts';
import { inPath, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies, responseBodies } from './named.ts';

const noAddress = 'Please Enter the IP address of the phone';

/** One country by code or name, as its alpha-2 code; blank is unknown. */
const oneCountry = optionalText({ label: 'Country', max: limits.text.filter })
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '') return null;
    const countries = parseCountries(text);
    if (!countries.ok) context.addIssue(countries.message);
    else if (countries.countryCodes.length > 1) context.addIssue('Please give one country');
    else return countries.countryCodes[0] ?? null;
    return z.NEVER;
  });

/** The phone to test as: an IP address, or a country and whether it uses a VPN, each null when unknown. */
export type TestCaller = { ipAddress: string } | { country: string | null; vpn: boolean | null };

/** `asked`: what the phone asked with, a whole address or a token; absent for the current token. */
export type TestQuestion = TestCaller & { asked?: string };

/** The phone is described instead of found by its address. */
const isDescribed = some(has('country'), has('vpn'));

/** The request of "Test as a phone in…" (ADR 30 "Caller"). */
export const testAdsForm = withRules(
  z.object({
    ipAddress: optionalText({ label: 'IP address', max: limits.text.filter })
      .refine((text) => text === '' || z.union([z.ipv4(), z.ipv6()]).safeParse(text).success, {
        error: 'IP address must be an IPv4 or IPv6 address',
      })
      .optional(),
    country: oneCountry.optional(),
    vpn: z.boolean('VPN must be true, false or null').nullable().optional(),
    asked: optionalText({ label: 'What the phone asked with', max: limits.text.asked }).optional(),
  }),
  {
    must: not(all(filled('ipAddress'), isDescribed)),
    error: 'Give an IP address, or a country and VPN, not both',
    field: 'ipAddress',
  },
  {
    must: some(filled('ipAddress'), isDescribed, filled('asked')),
    error: noAddress,
    field: 'ipAddress',
  },
)
  .transform(({ ipAddress = '', country, vpn, asked = '' }): TestQuestion => {
    const question = asked === '' ? {} : { asked };
    return ipAddress === ''
      ? { country: country ?? null, vpn: vpn ?? null, ...question }
      : { ipAddress, ...question };
  })
  .register(requestBodies, { id: 'TestAds' });

/**
 * The rules in their order. `token` is there when it was said what the phone asked with; if it stops, the phone is refused,
 * and the other rules tell what it would get with the current token. `callerCountry` and `callerVpn` find the caller's
 * country and VPN.
 */
export const testRules = [
  'token',
  'pause',
  'appStatus',
  'adsStatus',
  'ipAddress',
  'callerCountry',
  'callerVpn',
  'country',
  'vpn',
  'verdict',
] as const;
export type TestRule = (typeof testRules)[number];

/** `stop` switches the ads off. `unknown` blocks nothing. `skipped`: the rule was not checked. */
export const testOutcomes = ['pass', 'stop', 'unknown', 'skipped'] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export const testStep = z.object({
  rule: z.enum(testRules),
  outcome: z.enum(testOutcomes),
  text: z.string(),
});
export type TestStep = z.infer<typeof testStep>;

/** The `data` that this phone would get (with the current token, if its own is refused), and the reasons, step by step. */
export const testedAds = z.object({ ads, steps: z.array(testStep) });
export type TestedAds = z.infer<typeof testedAds>;
export const testAdsAnswer = success(testedAds).register(responseBodies, { id: 'TestedAds' });

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The call that tests an app. */
export const testAdsCalls = {
  testAds: {
    method: 'POST',
    path: '/apps/testAds/:appID',
    who: 'signed-in',
    viewers: true,
    keys: false,
    readsOnly: true,
    holds: 'view',
    summary: 'The ads answer for a phone at an address or in a country, and the reasons',
    params: appID,
    body: testAdsForm,
    answer: testAdsAnswer,
    refusals: ['not-found', 'too-many'],
  },
} as const satisfies Record<string, Call>;
