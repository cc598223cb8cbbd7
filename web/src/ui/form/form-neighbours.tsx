import { ActionIcon } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './form-modal.module.css';

/** The things before and after the one in a form; null at the end of the list. */
export type Neighbours = {
  /** The word for the things: 'application'. */
  thing: string;
  /** The position of the form: '3 of 67'. */
  position: string;
  previous: Find | null;
  next: Find | null;
};

/** Finds a neighbour, which may be on another page of the list. Returns a function that opens it, or null if there is none. */
export type Find = () => Promise<(() => void) | null>;

type Step = (find: Find) => void;

const keys = { previous: 'Alt + Page Up', next: 'Alt + Page Down' } as const;

type Props = Neighbours & {
  /** Finds the neighbour, asks about unsaved changes, then opens it. */
  onStep: Step;
  disabled: boolean;
};

/** The buttons for the previous and the next thing, without closing the form. */
export function FormNeighbours({ thing, position, onStep, disabled, ...ways }: Props) {
  // At the ends a button does nothing, but keeps the focus; with `disabled` it would lose it.
  const button = (name: keyof typeof keys, label: string, icon: React.ReactNode) => {
    const find = ways[name];
    const isOff = disabled || find === null;
    return (
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`${label} ${thing}`}
        aria-disabled={isOff}
        data-hint={`${label} ${thing} (${keys[name]})`}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => find && onStep(find)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <div className={classes.neighbours}>
      <span className={classes.position} role="status">
        {position}
      </span>
      {button('previous', 'Previous', <IconChevronLeft size={17} />)}
      {button('next', 'Next', <IconChevronRight size={17} />)}
    </div>
  );
}

/** Goes to the previous or the next thing on Alt-Page Up or Alt-Page Down in any field. */
export function stepByKey(
  event: KeyboardEvent<HTMLElement>,
  { previous, next }: Neighbours,
  step: Step,
): void {
  if (event.defaultPrevented) return;
  getHotkeyHandler([
    ['alt+PageUp', () => previous && step(previous)],
    ['alt+PageDown', () => next && step(next)],
  ])(event);
}
