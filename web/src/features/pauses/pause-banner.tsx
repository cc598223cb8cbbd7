import type { Pause } from '@adwarden/contract/pauses/pauses';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconPlayerPauseFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { safetyTabPath } from '../../lib/safety-tabs.ts';
import { dayAndTimeInside } from '../../lib/words/moment-words.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import classes from './pause-banner.module.css';
import { mayEnd, widestFirst } from './pause-rules.ts';
import { stoppedBy } from './pause-words.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import { useActivePauses } from './use-active-pauses.ts';

type Props = {
  role: Role;
  /** The account that is signed in. */
  account: string;
};

/** On every page: the pause that stops most of the own apps, and how many others there are. Who may end it can resume. */
export function PauseBanner({ role, account }: Props) {
  const { active, isKnown } = useActivePauses(account);
  const [first, ...others] = widestFirst(active);
  const resume = useDialog<Pause>();
  // On a phone the banner is one line until it is opened.
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.place} data-unknown={!isKnown || undefined}>
        <div
          className={classes.banner}
          // Toasts do not lie over Resume.
          data-urgent
          data-on={first !== undefined || undefined}
          data-open={isOpen || undefined}
        >
          {first && <IconPlayerPauseFilled className={classes.icon} size={18} aria-hidden="true" />}
          <div role="status" className={classes.words}>
            {first && <Words pause={first} />}
          </div>
          {first && (
            <ActionIcon
              className={classes.toggle}
              variant="transparent"
              color="inherit"
              size={30}
              aria-label="More about the pause"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronDown size={18} />
            </ActionIcon>
          )}
          {first && (
            <div className={classes.actions}>
              {others.length > 0 && (
                <Link to={safetyTabPath(role, 'pauses')} className={classes.more}>
                  and {others.length} more
                </Link>
              )}
              {mayEnd(role, first) && (
                <Button size="compact-sm" variant="default" onClick={() => resume.open(first)}>
                  Resume
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
      <ResumeDialog opened={resume.opened} pause={resume.about} onClose={resume.close} />
    </>
  );
}

function Words({ pause }: { pause: Pause }) {
  const { what, name } = stoppedBy(pause);
  const now = Date.now();
  const wordsFor = (time: string) => dayAndTimeInside(Date.parse(time), now);
  return (
    <div className={classes.line}>
      <span className={classes.what}>
        {what} {name && <bdi>{name}</bdi>} are paused:
      </span>{' '}
      <bdi className={classes.reason} data-hint={pause.reason} data-hint-if-cut>
        {pause.reason}
      </bdi>{' '}
      <span className={classes.when}>
        since {wordsFor(pause.createdAt)}
        {pause.until && `, until ${wordsFor(pause.until)}`}
      </span>
    </div>
  );
}
