import { findingTexts } from '@adwarden/contract/findings/texts';
import { severityWords } from '@adwarden/contract/state-words';
import { Anchor, Paper } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { safetyTabPath } from '../../lib/safety-tabs.ts';
import { findingsOfApp, severityTones, subjectOf } from '../../lib/words/finding-words.ts';
import { requestsInWords } from '../../lib/words/words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Stats } from './dashboard.api.ts';
import classes from './needs-attention.module.css';

/**
 * Lists what has the worst open findings, each with a link to them: apps, and for administrators the installation. If
 * there are none, it says that all is well.
 */
export function NeedsAttention({ of: role, stats }: { of: Role; stats: Stats | undefined }) {
  if (!stats || (stats.apps === 0 && stats.worstApps.length === 0)) return null;
  if (stats.worstApps.length === 0) {
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
  const allFindings = safetyTabPath(role, 'findings');
  return (
    <Paper component="section" className={classes.panel} aria-labelledby="needs-attention">
      <div className={classes.head}>
        <h2 id="needs-attention" className={classes.title}>
          Needs attention
        </h2>
        <Anchor component={Link} to={allFindings} className={classes.all}>
          All findings
        </Anchor>
      </div>
      <ol className={classes.rules}>
        {stats.worstApps.map(({ appID, appName, rule, severity, findings, requests7d }) => (
          <li key={appID} className={classes.rule}>
            <span>
              <StatusBadge tone={severityTones[severity]}>{severityWords[severity]}</StatusBadge>
            </span>
            <Anchor
              component={Link}
              to={appID === '' ? allFindings : findingsOfApp(role, appID)}
              className={classes.name}
            >
              <bdi>{subjectOf({ appID, appName })}</bdi>
            </Anchor>
            <span className={classes.todo}>
              {findingTexts[rule].title}
              {findings > 1 && ` and ${findings - 1} more`}
            </span>
            <span className={classes.count}>
              {appID === '' ? 'All applications' : requestsInWords(requests7d)}
            </span>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
