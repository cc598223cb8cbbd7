import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FramedList } from '../framed-list.tsx';
import type { Tone } from '../status-badge.tsx';
import classes from './differences.module.css';

/** A field with its value before and after, in words; '' for none. */
export type FieldDifference = { field: string; name: string; before: string; after: string };

type Side = 'before' | 'after' | 'only';

type Props = {
  fields: readonly FieldDifference[];
  /** The words that screen readers say before the two values. */
  spoken: { before: string; after: string };
  /** A new or a deleted thing has one side only. */
  sides?: 'both' | 'before' | 'after';
  /** The number of fields to show at first, before a button that shows all. */
  atFirst?: number;
  /** Whether to leave out the frame, for a place that has one. */
  bare?: boolean;
  /** The name of the list for screen readers. */
  label?: string;
  /** Shows a value that is not a text, such as an image; returns undefined for a text. */
  show?: (field: string, text: string) => ReactNode;
  /** Returns the colour of a value such as ON. Without one, a removed value is red and an added value is green. */
  toneOf?: (field: string, text: string) => Tone | undefined;
};

/** Fields with their values before and after, one in each line. */
export function Differences({
  fields,
  spoken,
  sides = 'both',
  atFirst = Number.POSITIVE_INFINITY,
  bare = false,
  label,
  show,
  toneOf,
}: Props) {
  const [all, setAll] = useState(false);
  const value = (field: string, text: string, side: Side) => (
    <span
      className={classes.value}
      data-side={side}
      data-tone={toneOf?.(field, text)}
      data-none={text === '' || undefined}
    >
      {side !== 'only' && <span className={classes.spoken}>{spoken[side]}: </span>}
      {text === '' ? 'empty' : (show?.(field, text) ?? <bdi>{text}</bdi>)}
    </span>
  );
  return (
    <div className={classes.differences}>
      <FramedList aria-label={label} bare={bare}>
        {fields.slice(0, all ? undefined : atFirst).map(({ field, name, before, after }) => (
          <li key={field} className={classes.field} data-bare={bare || undefined}>
            <span className={classes.name}>{name}</span>
            {sides === 'both' ? (
              <span className={classes.sides}>
                {value(field, before, 'before')}
                <span className={classes.after}>
                  <IconArrowRight className={classes.arrow} size={14} aria-hidden="true" />
                  {value(field, after, 'after')}
                </span>
              </span>
            ) : (
              value(field, sides === 'after' ? after : before, 'only')
            )}
          </li>
        ))}
      </FramedList>
      {!all && fields.length > atFirst && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          Show all {fields.length} fields
        </UnstyledButton>
      )}
    </div>
  );
}
