import { counted } from '@adwarden/contract/counted';
import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { Popover } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import type { Role } from '../../lib/role.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { MarkEntries } from './mark-entries.tsx';
import { type MarkPlace, markPlaces, placeOf } from './mark-places.ts';
import classes from './traffic-chart.module.css';

const icons = { change: IconPencil, batch: IconStack2, pause: IconPlayerPause };

type Props = {
  traffic: Traffic;
  /** The width of the axis in pixels; 0 until it is known. */
  width: number;
  of: Role;
};

/** Shows below the axis what was changed when. Several marks at a place are one button with their number. */
export function MarkLane({ traffic, width, of }: Props) {
  if (traffic.marks.length === 0) return null;
  const pauses = traffic.marks.filter((mark) => mark.kind === 'pause');
  return (
    <div className={classes.lane}>
      {width > 0 &&
        pauses.map((pause) => {
          const from = placeOf(traffic, Date.parse(pause.at));
          const to = placeOf(traffic, Date.parse(pause.until ?? traffic.asOf));
          return (
            <span
              key={pause.pause}
              className={classes.span}
              style={{ insetInlineStart: `${from * 100}%`, width: `${(to - from) * 100}%` }}
            />
          );
        })}
      {width > 0 &&
        markPlaces(traffic, width).map((place) => (
          <Mark key={`${place.middle} ${place.marks.length}`} place={place} of={of} />
        ))}
    </div>
  );
}

function Mark({ place: { middle, marks }, of }: { place: MarkPlace; of: Role }) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const [first] = marks;
  if (!first) return null;
  const kinds = new Set(marks.map(({ kind }) => kind));
  const Icon = icons[kinds.size === 1 ? first.kind : 'change'];
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom"
      width={320}
      shadow="md"
      withinPortal={false}
      returnFocus
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.mark}
          style={{ insetInlineStart: `${middle * 100}%` }}
          data-pause={kinds.has('pause') || undefined}
          aria-label={nameOf(marks)}
          onClick={() => setOpened(!opened)}
        >
          {marks.length > 1 ? marks.length : <Icon size={14} aria-hidden="true" />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.marks} aria-label={nameOf(marks)}>
        <MarkEntries marks={marks} of={of} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns '1 change, 20 Nov 2026', '3 changes, 18 Nov 2026 to 20 Nov 2026'. */
function nameOf(marks: readonly TrafficMark[]): string {
  const days = [marks[0], marks.at(-1)].map((mark) => formatDate(mark?.at ?? ''));
  return `${counted(marks.length, 'change')}, ${[...new Set(days)].join(' to ')}`;
}
