import { findingTexts, findingTextsFor } from '@adwarden/contract/findings/texts';
import { Anchor, Paper } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  appsWithFinding,
  findingsOfRule,
  severityTones,
  severityWords,
} from '../../lib/finding-words.ts';
import type { Role } from '../../lib/role.ts';
import { safetyTabPath } from '../../lib/safety-tabs.ts';
import { appsInWords } from '../../lib/words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Stats } from './dashboard.api.ts';
import classes from './needs-attention.module.css';

/** How many rules are shown; the server sends the worst first. */
const mostRules = 5;

/** The worst rules with open findings of apps, each with a link to them and to its apps; or the news that all is well. */
export function NeedsAttention({ of: role, stats }: { of: Role; stats: Stats | undefined }) {
  if (!stats || stats.apps === 0) return null;
  if (stats.findings.length === 0) {
    return (
      <Paper component="section" className={classes.well} aria-labelledby="needs-attention">
        <IconCircleCheck size={20} stroke={1.8} className={classes.check} aria-hidden="true" />
        <h2 id="needs-attention" className={classes.title}>
          Nothing needs attention
        </h2>
        <p className={classes.todo}>No application has an open finding.</p>
      </Paper>
    );
  }
  return (
    <Paper component="section" className={classes.panel} aria-labelledby="needs-attention">
      <div className={classes.head}>
        <h2 id="needs-attention" className={classes.title}>
          Needs attention
        </h2>
        <Anchor component={Link} to={safetyTabPath(role, 'findings')} className={classes.all}>
          All findings
        </Anchor>
      </div>
      <ol className={classes.rules}>
        {stats.findings.slice(0, mostRules).map(({ rule, severity, apps }) => (
          <li key={rule} className={classes.rule}>
            <span className={classes.severity}>
              <StatusBadge tone={severityTones[severity]}>{severityWords[severity]}</StatusBadge>
            </span>
            <Anchor component={Link} to={findingsOfRule(role, rule)} className={classes.name}>
              {findingTexts[rule].title}
            </Anchor>
            <span className={classes.todo}>{findingTextsFor(role, rule).todo}</span>
            <Anchor component={Link} to={appsWithFinding(role, rule)} className={classes.count}>
              {appsInWords(apps)}
            </Anchor>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
