import { BiggestChanges } from '../features/traffic/biggest-changes.tsx';
import { TrafficView } from '../features/traffic/traffic-view.tsx';
import { useTrafficAddress } from '../features/traffic/use-traffic-place.ts';
import type { Role } from '../lib/role.ts';
import { may } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import classes from './traffic.module.css';

/** The page Traffic of a role: what became of all requests that it may see, and who has more or fewer than usual. */
export function Traffic({ of }: { of: Role }) {
  const place = useTrafficAddress();
  const biggest = <BiggestChanges of={of} place={place} />;
  // Whoever comes for the apps of one owner or account begins with these.
  const isOfSome = ['owner', 'account'].some((name) => place.params.has(name));
  return (
    <>
      <PageTitle
        title="Traffic"
        hint={
          may(of, 'see-all')
            ? 'What phones asked of all apps, and what became of it.'
            : 'What phones asked of your apps, and what became of it.'
        }
      />
      <div className={classes.page}>
        {isOfSome && biggest}
        <TrafficView
          of={of}
          appID=""
          place={place}
          silence={
            <EmptyState kind="nothing-yet" title="No phone has asked in this time">
              Requests show here some ten seconds after an app asks for its ads.
            </EmptyState>
          }
        />
        {!isOfSome && biggest}
      </div>
    </>
  );
}
