import { adUnitSlots } from '@adwarden/contract/ad-units';
import type { AppInList } from '@adwarden/contract/apps';
import type { Pause } from '@adwarden/contract/pauses/pauses';
import { useQuery } from '@tanstack/react-query';
import { deliveredRequests } from '../../../lib/words/delivery-words.ts';
import { ipRulesQuery } from '../apps.api.ts';
import classes from './ads-now.module.css';
import { adsNow, adsNowInWords } from './verdict.ts';

type Props = {
  app: AppInList;
  /** The pauses that cover the app; undefined while they are not known. */
  pauses: readonly Pick<Pause, 'until'>[] | undefined;
};

/** Says in a sentence who gets the ads of an app now. */
export function AdsNow({ app, pauses }: Props) {
  const hasRules = app.ipAddress === 'on';
  const { data, error } = useQuery({ ...ipRulesQuery(app.appID), enabled: hasRules });
  const isWaiting = hasRules && !data && !error;
  const { country = '', countries = [], vpn = false } = data ?? {};
  // The list says whether a pause covers the app, before it is known which one.
  const known = pauses ?? (app.paused ? [{ until: null }] : []);
  const covering = known.map(({ until }) => ({
    until: until === null ? null : Date.parse(until),
  }));
  const now = adsNow({ ...app, country, countries, vpn }, covering, Date.now());
  const isEmpty = adUnitSlots.every(({ name }) => app[name] === '');
  const isOn = now.ads === 'on';
  const isUnknown = isOn && hasRules && !data;
  const { to = 'all' } = app.delivery ?? {};
  const counted = isOn ? deliveredRequests(app.delivery) : '';
  const isNobody = to === 'none' && counted !== '';
  const words = isUnknown ? 'Ads are on in the countries of the app' : adsNowInWords(now);
  return (
    <p
      className={classes.now}
      data-to={isOn ? to : 'none'}
      data-paused={(!isOn && now.reason === 'paused') || undefined}
      data-empty={isEmpty || undefined}
      // Keeps room for the words that come.
      data-still-loading={isWaiting || undefined}
    >
      {isNobody ? 'No phone gets ads' : words}
      {to !== 'all' && counted !== '' && (
        <span className={classes.but}>
          {' '}
          {isNobody && `${words}. `}
          {counted}.
        </span>
      )}
      {isOn && isEmpty && <span className={classes.but}> The app has no ad unit to show.</span>}
    </p>
  );
}
