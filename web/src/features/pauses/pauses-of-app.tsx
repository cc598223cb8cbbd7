import type { Pause } from '@adwarden/contract/pauses/pauses';
import { Button } from '@mantine/core';
import { IconPlayerPauseFilled } from '@tabler/icons-react';
import type { Role } from '../../lib/role.ts';
import { dayAndTimeInside } from '../../lib/words/moment-words.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { mayEnd } from './pause-rules.ts';
import { stoppedBy } from './pause-words.ts';
import classes from './pauses-of-app.module.css';
import { ResumeDialog } from './resume-dialog.tsx';

type Props = { role: Role; appID: string; pauses: readonly Pause[] };

/** The active pauses that cover an app, each with its reason and, for who may end it, Resume. */
export function PausesOfApp({ role, appID, pauses }: Props) {
  const resume = useDialog<Pause>();
  const now = Date.now();
  return (
    <>
      <ul className={classes.pauses} aria-label="Pauses">
        {pauses.map((pause) => (
          <li key={pause.id} className={classes.pause}>
            <IconPlayerPauseFilled size={14} className={classes.icon} aria-hidden="true" />
            <p className={classes.words}>
              <Stopped pause={pause} /> paused{pause.reason && ': '}
              <bdi>{pause.reason}</bdi>{' '}
              <span className={classes.when}>
                since {dayAndTimeInside(Date.parse(pause.createdAt), now)}
                {pause.until && `, until ${dayAndTimeInside(Date.parse(pause.until), now)}`}
              </span>
            </p>
            {mayEnd(role, pause) && (
              <Button size="compact-sm" variant="default" onClick={() => resume.open(pause)}>
                Resume
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ResumeDialog
        opened={resume.opened}
        pause={resume.about}
        appID={appID}
        onClose={resume.close}
      />
    </>
  );
}

/** 'This app is', or the account, owner or all ads of which the app is a part. */
function Stopped({ pause }: { pause: Pause }) {
  if (pause.scope === 'app') return 'This app is';
  const { what, name } = stoppedBy(pause);
  return (
    <>
      {what} {name && <bdi>{name}</bdi>} are
    </>
  );
}
