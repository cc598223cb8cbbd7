import { adUnitKinds, adUnitSlots } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import type { Finding } from '@adwarden/contract/findings/findings';
import { adUnitKindWords } from '../../../../lib/words/words.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { CopyButton } from '../../../../ui/text/copy-button.tsx';
import classes from './ad-units.module.css';
import { PlacedFinding, type Ways } from './placed-finding.tsx';

type Props = { app: App; findings: readonly Finding[]; ways: Ways };

const groups = adUnitKinds.map((kind) => ({
  kind,
  title: adUnitKindWords[kind],
  slots: adUnitSlots.filter((slot) => slot.kind === kind),
}));

/** The 15 ad units by format, each with a copy button and what is wrong with it. */
export function AdUnits({ app, findings, ways }: Props) {
  return (
    <Panel title="Ad units">
      <div className={classes.groups}>
        {groups.map(({ kind, title, slots }) => {
          const filled = slots.filter(({ name }) => app[name] !== '').length;
          return (
            <section key={kind} aria-label={title}>
              <h3 className={classes.title}>
                {title} <span className={classes.count}>{`${filled} of ${slots.length}`}</span>
              </h3>
              <ul className={classes.slots}>
                {slots.map(({ name, label }) => (
                  <li key={name} className={classes.slot}>
                    <span className={classes.label}>{label}</span>
                    {app[name] === '' ? (
                      <span className={classes.empty}>Empty</span>
                    ) : (
                      <span className={classes.unit}>
                        <span className={classes.id} translate="no">
                          {app[name]}
                        </span>
                        <CopyButton value={app[name]} label={`Copy ${label}`} size={26} />
                      </span>
                    )}
                    {findings
                      .filter(({ field }) => field === name)
                      .map((finding) => (
                        <div key={finding.rule} className={classes.finding}>
                          <PlacedFinding finding={finding} ways={ways} />
                        </div>
                      ))}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Panel>
  );
}
