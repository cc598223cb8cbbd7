import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { severityWords } from '@adwarden/contract/state-words';
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCalendarClock } from '@tabler/icons-react';
import { severityTones } from '../../../lib/words/finding-words.ts';
import { requestsTurnedOff } from '../../../lib/words/impact-words.ts';
import { momentInWords } from '../../../lib/words/moment-words.ts';
import { appsInWords } from '../../../lib/words/words.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { deliveryInWords } from './preview-rules.ts';
import classes from './preview-summary.module.css';

/** When a change happens, what it would do to phones, and which findings it would bring. */
export function PreviewSummary({ preview }: { preview: BatchPreview }) {
  const { at, impact, delivery, findings } = preview;
  return (
    <>
      {at !== null && (
        <Alert color="blue" p="sm" icon={<IconCalendarClock />}>
          {momentInWords(Date.parse(at), Date.now())}. Until then nothing changes.
        </Alert>
      )}
      {delivery !== null && (
        <p className={classes.delivery}>{deliveryInWords(preview, delivery)}</p>
      )}
      {impact !== null && impact.lost > 0 && (
        <Alert color="yellow" p="sm" icon={<IconAlertTriangle />}>
          {requestsTurnedOff(impact).text}
        </Alert>
      )}
      {findings.length > 0 && (
        <section aria-label="New findings">
          <h3 className={classes.title}>New findings</h3>
          <FramedList>
            {findings.map(({ rule, severity, apps }) => (
              <li key={rule} className={classes.finding}>
                <StatusBadge tone={severityTones[severity]}>{severityWords[severity]}</StatusBadge>
                <span>{findingTexts[rule].title}</span>
                <span className={classes.count}>{appsInWords(apps)}</span>
              </li>
            ))}
          </FramedList>
        </section>
      )}
    </>
  );
}
