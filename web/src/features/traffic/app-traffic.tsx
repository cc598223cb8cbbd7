import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../lib/role.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { TrafficView } from './traffic-view.tsx';
import { type TrafficPlace, useTrafficAddress } from './use-traffic-place.ts';

type Props = { of: Role; app: Pick<App, 'appID' | 'createdAt'>; place: TrafficPlace };

/** Shows the outcomes of the requests for an app, and what may explain them. */
export function AppTraffic({ of, app, place }: Props) {
  return <TrafficView of={of} appID={app.appID} place={place} silence={<Silence app={app} />} />;
}

/** The same on the page of the app, with everything in its address. */
export function AppTrafficTab(props: Omit<Props, 'place'>) {
  return <AppTraffic {...props} place={useTrafficAddress()} />;
}

/** An app younger than this (milliseconds) is new: this is the time that is shown at first. */
const newMs = 30 * 86_400_000;

function Silence({ app: { createdAt } }: Pick<Props, 'app'>) {
  return Date.now() - Date.parse(createdAt) < newMs ? (
    <EmptyState kind="nothing-yet" title="No phone has asked yet">
      Its requests show here some ten seconds after the first copy of the app asks for its ads.
    </EmptyState>
  ) : (
    <EmptyState kind="no-match" title="No phone has asked in this time" />
  );
}
