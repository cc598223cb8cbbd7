import { BiggestChanges } from '../features/traffic/biggest-changes.tsx';
import { TrafficView } from '../features/traffic/traffic-view.tsx';
import { useTrafficAddress } from '../features/traffic/use-traffic-place.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import type { Role } from '../lib/role.ts';
import { may } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import classes from './traffic.module.css';

/**
 * /admin/traffic, for all apps, and /traffic, for an owner's own: what became of the requests, and who has more or fewer than
 * usual.
 */
export function TrafficPage({ of }: { of: Role }) {
  usePanelTitle(of, 'Traffic');
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
