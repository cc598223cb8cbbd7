import type { AppWithFindings, Finding } from '@adwarden/contract/findings/findings';
import { severityWords } from '@adwarden/contract/state-words';
import { Button } from '@mantine/core';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { focusPlace, giveFocus } from '../../lib/focus-place.ts';
import type { Role } from '../../lib/role.ts';
import { severityTones, subjectOf } from '../../lib/words/finding-words.ts';
import { mayWrite } from '../../people/may.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './finding-entries.module.css';
import { findingId, placeToMend } from './finding-rules.ts';
import { MendLink } from './mend-link.tsx';

type Props = {
  role: Role;
  app: AppWithFindings;
  onMute: (finding: Finding) => void;
  onUnmute: (finding: Finding) => void;
};

/** The findings of one app, below its row: what is wrong, why it matters, what to do, and Mute or Unmute. */
export function FindingEntries({ role, app, onMute, onUnmute }: Props) {
  return (
    <ul className={classes.list} aria-label={`Findings of ${subjectOf(app)}`}>
      {app.findings.map((finding) => {
        const about = `${subjectOf(app)}: ${finding.title}`;
        const act = finding.mutedAt === null ? onMute : onUnmute;
        return (
          <li key={findingId(finding)} className={classes.entry}>
            <span>
              <StatusBadge tone={severityTones[finding.severity]}>
                {severityWords[finding.severity]}
              </StatusBadge>
            </span>
            <div className={classes.text}>
              <Wrong role={role} finding={finding} />
              <Compared role={role} finding={finding} />
              <p className={classes.quiet}>{finding.why}</p>
              <p className={classes.plain}>{finding.todo}</p>
              <Muted finding={finding} />
            </div>
            <span className={classes.since}>
              {finding.mutedAt === null && `since ${formatDate(finding.since)}`}
            </span>
            {mayWrite() && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${finding.mutedAt === null ? 'Mute…' : 'Unmute'} ${about}`}
                onClick={({ currentTarget }) => {
                  // The entry is removed soon; then its neighbour gets the focus. Safari does not focus a clicked button.
                  currentTarget.focus();
                  giveFocus(focusPlace());
                  act(finding);
                }}
              >
                {finding.mutedAt === null ? 'Mute…' : 'Unmute'}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type EntryProps = { role: Role; finding: Finding };

/** Shows what is wrong, as a link to the place where it is corrected. */
function Wrong({ role, finding }: EntryProps) {
  const place = placeToMend(role, finding);
  return (
    <p className={classes.detail}>
      {place === null ? finding.detail : <MendLink to={place}>{finding.detail}</MendLink>}
    </p>
  );
}

/** The other apps that it is about. */
function Compared({ role, finding: { apps } }: EntryProps) {
  if (apps.length === 0) return null;
  return (
    <p className={classes.quiet}>
      Compare with{' '}
      {apps.map(({ appID, appName }, index) => (
        <span key={appID}>
          {index > 0 && ', '}
          <MendLink to={appPath(role, appID)} among={apps.map((app) => app.appID)}>
            <bdi>{appName}</bdi>
          </MendLink>
        </span>
      ))}
    </p>
  );
}

/** Why it was muted, by whom and when. */
function Muted({ finding: { muteReason, mutedBy, mutedAt } }: Pick<EntryProps, 'finding'>) {
  if (mutedAt === null) return null;
  return (
    <p className={classes.plain}>
      Muted by <bdi>{mutedBy}</bdi>, {formatDateTime(mutedAt)}: <bdi>{muteReason}</bdi>
    </p>
  );
}
