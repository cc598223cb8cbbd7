import { adUnitSlots } from '@adwarden/contract/ad-units';
import type { AppInList } from '@adwarden/contract/apps';
import type { Finding } from '@adwarden/contract/findings/findings';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { findingsOfApp } from '../../../../lib/words/finding-words.ts';
import { mayWrite } from '../../../../people/may.ts';
import { Loading } from '../../../../ui/feedback/loading.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { AdUnits } from './ad-units.tsx';
import { AppFacts } from './app-facts.tsx';
import { AppForDevelopers } from './app-for-developers.tsx';
import { Countries } from './countries.tsx';
import { Delivery } from './delivery.tsx';
import classes from './overview.module.css';
import { PlacedFinding, type Ways } from './placed-finding.tsx';

type Props = {
  app: AppInList;
  /** The open findings, the worst first; undefined while they are loaded. */
  findings: readonly Finding[] | undefined;
  ways: Ways;
};

const slots: ReadonlySet<string> = new Set(adUnitSlots.map(({ name }) => name));

/** All of an app on one page: what is wrong with it, its ad units, and what decides who gets them. */
export function Overview({ app, findings, ways }: Props) {
  // Findings that come later would move the ad units under the pointer.
  if (!findings) return <Loading />;
  const { role } = ways;
  const others = findings.filter(({ field }) => !slots.has(field));
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {others.length > 0 && (
          <Panel title="Findings">
            <ul className={classes.findings}>
              {others.map((finding) => (
                <li key={`${finding.rule} ${finding.field}`}>
                  <PlacedFinding finding={finding} ways={ways} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <AdUnits app={app} findings={findings} ways={ways} />
        {findings.length > 0 && (
          <p className={classes.safety}>
            <Anchor component={Link} to={findingsOfApp(role, app.appID)}>
              {mayWrite() ? 'Mute findings, or see the muted ones' : 'See the muted ones, too'}
            </Anchor>
          </p>
        )}
      </div>
      <div className={classes.column}>
        <Delivery role={role} app={app} />
        <Countries role={role} app={app} />
        <AppFacts app={app} />
        <AppForDevelopers app={app} />
      </div>
    </div>
  );
}
