import { ActionIcon } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './form-modal.module.css';

/** The things before and after the one in a form; null at the end of the list. */
export type Neighbours = {
  /** What they are: 'application'. */
  thing: string;
  /** Where the form is: '3 of 67'. */
  position: string;
  previous: (() => void) | null;
  next: (() => void) | null;
};

type Step = (go: () => void) => void;

const keys = { previous: 'Alt + Page Up', next: 'Alt + Page Down' } as const;

type Props = Neighbours & {
  /** Asks about unsaved changes, then goes. */
  onStep: Step;
  disabled: boolean;
};

/** Goes to the previous and the next thing without closing the form. */
export function FormNeighbours({ thing, position, onStep, disabled, ...ways }: Props) {
  // At the ends a button does nothing, but keeps the focus; with `disabled` it would lose it.
  const button = (name: keyof typeof keys, label: string, icon: React.ReactNode) => {
    const go = ways[name];
    const isOff = disabled || go === null;
    return (
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`${label} ${thing}`}
        aria-disabled={isOff}
        data-hint={`${label} ${thing} (${keys[name]})`}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => go && onStep(go)}
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

/** Alt-Page Up and Alt-Page Down in any field go to the previous and the next thing. */
export function stepByKey(
  event: KeyboardEvent<HTMLElement>,
  { previous, next }: Neighbours,
  step: Step,
): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  getHotkeyHandler([
    ['alt+PageUp', () => previous && step(previous)],
    ['alt+PageDown', () => next && step(next)],
  ])(event);
}
