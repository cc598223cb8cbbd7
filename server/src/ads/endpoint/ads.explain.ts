import type { Ads } from '@adwarden/contract/ads';
import { ruleOf } from '@adwarden/contract/country-codes';
import { nameOfCode } from '@adwarden/contract/country-rule';
import { isPaused, judge } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { appStatusWords, noAds, onOffWords } from '@adwarden/contract/state-words';
import type { TestCaller, TestedAds, TestOutcome, TestStep } from '@adwarden/contract/test-ads';
import { isoTime } from '../../kit/clock.ts';
import { type AdsApp, adsEntry } from '../answers/ads.answer.ts';
import { joinPieces, pausedAnswer, rulesOf, unpackPieces } from '../answers/ads.pieces.ts';
import { type CallerPart, callerPart } from '../callers/caller.part.ts';
import { readPublicAddress } from '../callers/caller.public.ts';
import type { CallerSources, Callers } from '../callers/caller.ts';
import type { ActivePause, AdsPauses } from '../pauses/ads.pauses.ts';

/**
 * Tells what a phone of this caller would get for an app, and why; null when there is no such app. AppError `too-many` when the
 * account's tests have asked outside services too often.
 */
export type ExplainAds = (
  appID: string,
  caller: TestCaller,
  account: string,
) => Promise<TestedAds | null>;

const nameOf = (code: string) => `${nameOfCode(code)} (${code})`;
const dayOf = (time: number) => isoTime(time).slice(0, 10);
const decided = 'Not looked at: the ads are off already.';
const noVpnKey = 'There is no VPN key, so nobody is asked about VPNs.';
const forAll = `Not looked at: IP Address is ${onOffWords.off}.`;

/** Builds "Test as a phone in…" (ADR 30 "Caller"): the same answer as the ads endpoint, with its reasons. */
export function createExplainAds(deps: {
  /** Finds an app; null when there is none. */
  findApp: (appID: string) => Promise<AdsApp | null>;
  callers: Pick<Callers, 'findAt' | 'sources'>;
  pauses: Pick<AdsPauses, 'covering' | 'now'>;
}): ExplainAds {
  const { findApp, callers, pauses } = deps;

  /** Builds the caller for a phone of a given country: without a key, its VPN is unknown, because nobody would ask about it. */
  const describedCaller = (country: string | null, vpn: boolean | null) =>
    callerPart(country, callers.sources().settings.vpnApiKey === '' ? null : vpn);

  return async (appID, tested, account) => {
    const app = await findApp(appID);
    if (!app) return null;
    const now = pauses.now();
    const entry = adsEntry(app, now);
    const body = entry.body.toString('latin1');
    const covering = pauses.covering(appID, entry.scopes).filter((pause) => isPaused([pause], now));
    const steps = [pauseStep(covering)];
    if (entry.shared) {
      const own = dataOf(body);
      const ads = covering.length > 0 ? dataOf(pausedAnswer(body)) : own;
      steps.push(...appSteps(own, own.reason), ...skipped(ads.reason ? decided : forAll));
      return { ads, steps: [...steps, verdict(ads)] };
    }
    const pieces = unpackPieces(body);
    const isOff = pieces.reason !== '' || covering.length > 0;
    const caller =
      'ipAddress' in tested
        ? await callers.findAt(tested.ipAddress, !isOff, account)
        : describedCaller(tested.country, tested.vpn);
    const { reason } = judge(rulesOf(pieces), covering, caller, now);
    const ads = dataOf(joinPieces(pieces, reason, caller.json));
    steps.push(...appSteps(ads, pieces.reason || null));
    if (isOff) steps.push(...skipped(decided));
    else {
      const sources = callers.sources();
      steps.push(...callerSteps(tested, caller, sources), ...ruleSteps(ads, sources));
    }
    return { ads, steps: [...steps, verdict(ads)] };
  };
}

/** Returns the `data` of a kept answer, which is Latin-1 text of its bytes. */
function dataOf(body: string): Ads {
  return JSON.parse(Buffer.from(body, 'latin1').toString()).data;
}

const step = (rule: TestStep['rule'], outcome: TestOutcome, text: string): TestStep => ({
  rule,
  outcome,
  text,
});

const scopeNames: Record<ActivePause['scope'], string> = {
  all: 'the ads of all apps',
  account: 'the account',
  owner: 'the owner’s apps',
  app: 'the app',
};

function pauseStep([pause]: readonly ActivePause[]): TestStep {
  if (!pause) return step('pause', 'pass', 'No pause covers the app.');
  const until = pause.until === null ? '' : ` until ${isoTime(pause.until)}`;
  const text = `A pause of ${scopeNames[pause.scope]} stops the ads${until}: ${pause.reason}`;
  return step('pause', 'stop', text);
}

/** Explains the rules that are the same for every caller; `reason` is theirs. */
function appSteps(ads: Ads, reason: AdsOffReason | null): TestStep[] {
  const status =
    reason === 'suspended'
      ? step('appStatus', 'stop', noAds.suspended.sentence)
      : step(
          'appStatus',
          'pass',
          `The app is ${appStatusWords[ads.appStatus].other}, which is served.`,
        );
  const adsStatus =
    reason === 'suspended'
      ? step('adsStatus', 'skipped', decided)
      : reason === 'ads-off'
        ? step('adsStatus', 'stop', noAds['ads-off'].sentence)
        : step('adsStatus', 'pass', `The app has Ads Status ${onOffWords.on}.`);
  const rules =
    ads.ipAddress === 'on'
      ? `IP Address is ${onOffWords.on}: country and VPN of the caller count.`
      : `IP Address is ${onOffWords.off}: everybody gets the same answer.`;
  return [status, adsStatus, step('ipAddress', 'pass', rules)];
}

function skipped(why: string): TestStep[] {
  return (['callerCountry', 'callerVpn', 'country', 'vpn'] as const).map((rule) =>
    step(rule, 'skipped', why),
  );
}

/** Explains how country and VPN of the caller were found. */
function callerSteps(tested: TestCaller, caller: CallerPart, sources: CallerSources): TestStep[] {
  const { country, vpn } = caller;
  const known = (value: unknown): TestOutcome => (value === null ? 'unknown' : 'pass');
  const hasKey = sources.settings.vpnApiKey !== '';
  return [
    step('callerCountry', known(country), countryText(tested, country, sources)),
    step('callerVpn', hasKey ? known(vpn) : 'skipped', vpnText(tested, vpn, sources)),
  ];
}

function countryText(tested: TestCaller, country: string | null, sources: CallerSources): string {
  if (!('ipAddress' in tested)) {
    return country === null ? 'As given: unknown.' : `As given: ${nameOf(country)}.`;
  }
  const { ipAddress } = tested;
  const { settings, countryHeader, databaseBuiltAt, trouble } = sources;
  if (settings.apiMethod === 'header') {
    return `A proxy says the country in the header ${countryHeader}; an address alone does not tell it.`;
  }
  if (readPublicAddress(ipAddress) === null) {
    return `${ipAddress} is no address of the public internet: nobody is asked about it.`;
  }
  const isOutside = settings.apiMethod === 'ipinfo';
  const source = isOutside ? 'ipinfo.io' : `the database of countries of ${dayOf(databaseBuiltAt)}`;
  if (country !== null) return `${ipAddress} is in ${nameOf(country)}, says ${source}.`;
  if (!isOutside) return `${ipAddress} is unknown to ${source}.`;
  if (settings.ipInfoToken === '') return 'ipinfo.io is to be asked, and there is no token for it.';
  return `ipinfo.io told no country of ${ipAddress}${trouble.ipinfo && `: ${trouble.ipinfo}`}.`;
}

function vpnText(tested: TestCaller, vpn: boolean | null, sources: CallerSources): string {
  if (sources.settings.vpnApiKey === '') return noVpnKey;
  const what = vpn ? 'a VPN, a proxy or Tor' : 'no VPN, no proxy and not Tor';
  if (!('ipAddress' in tested)) return vpn === null ? 'As given: unknown.' : `As given: ${what}.`;
  const { ipAddress } = tested;
  if (readPublicAddress(ipAddress) === null) {
    return `${ipAddress} is no address of the public internet: nobody is asked about it.`;
  }
  const { vpnapi } = sources.trouble;
  if (vpn === null) return `vpnapi.io gave no answer about ${ipAddress}${vpnapi && `: ${vpnapi}`}.`;
  return `${ipAddress} is ${what}, says vpnapi.io.`;
}

/** Explains the rules that look at the caller, in their order. */
function ruleSteps(ads: Ads, sources: CallerSources): TestStep[] {
  const { country: list, caller, reason } = ads;
  const country = caller?.country ?? null;
  const { except, codes } = ruleOf(list);
  const inWords = codes.join(', ');
  const listed = except
    ? `the countries that the app excepts (${inWords})`
    : `the app's countries (${inWords})`;
  const isListed = except === (reason === 'country');
  const byCountry =
    list.length === 0
      ? step('country', 'pass', 'The app has no list of countries: all are served.')
      : country === null
        ? step('country', 'unknown', 'The country is unknown, and what is unknown blocks nothing.')
        : step(
            'country',
            reason === 'country' ? 'stop' : 'pass',
            `${nameOf(country)} is ${isListed ? '' : 'not '}among ${listed}.`,
          );
  if (reason === 'country') return [byCountry, step('vpn', 'skipped', decided)];
  const byVpn =
    caller?.vpn === true
      ? step('vpn', 'stop', 'Callers through a VPN, a proxy or Tor get no ads.')
      : caller?.vpn === false
        ? step('vpn', 'pass', 'The caller comes through no VPN.')
        : sources.settings.vpnApiKey === ''
          ? step('vpn', 'skipped', noVpnKey)
          : step(
              'vpn',
              'unknown',
              'Nothing is known of a VPN, and what is unknown blocks nothing.',
            );
  return [byCountry, byVpn];
}

function verdict({ reason }: Ads): TestStep {
  return reason === null
    ? step('verdict', 'pass', 'The phone gets the ads.')
    : step('verdict', 'stop', `The phone gets no ads. ${noAds[reason].sentence}`);
}
