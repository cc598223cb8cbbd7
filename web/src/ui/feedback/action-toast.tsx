import { Button, Group } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { messageTime, undoTime } from '../../lib/delays.ts';
import { hideToast, showToast, toastSuccess } from '../../lib/toasts.ts';

/** A toast with an Undo button for 10 s, which closes it and takes the change back. */
export function toastUndo(message: string, onUndo: () => void): void {
  toastWith(message, { label: 'Undo', act: onUndo }, { time: undoTime });
}

/** The toast of a saved edit; `onUndo` is null when it cannot be taken back. */
export function toastSaved(message: string, onUndo: (() => void) | null): void {
  if (onUndo) toastUndo(message, onUndo);
  else toastSuccess(message);
}

/** Focuses the button of the newest toast that has one. It stays while it has the focus. */
export function focusToastAction(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-toast-action]');
  [...buttons].at(-1)?.focus();
}

type Next = { label: string; act: () => void };

type ToastOptions = { time?: number | null; id?: string; other?: Next };

/**
 * A toast with a button for the next action, and maybe one for an `other`; each also closes it. `time` is in milliseconds;
 * null: it stays. Of toasts with the same `id` only one is shown.
 */
export function toastWith(
  message: string,
  next: Next,
  { time = messageTime, id = randomId('toast-'), other }: ToastOptions = {},
): void {
  const actions = other ? [next, other] : [next];
  showToast({
    id,
    color: 'green',
    autoClose: false,
    message: <ActionToast id={id} message={message} actions={actions} time={time} />,
  });
}

type Props = { id: string; message: string; actions: readonly Next[]; time: number | null };

function ActionToast({ id, message, actions, time }: Props) {
  const content = useRef<HTMLDivElement>(null);
  // Mantine's own timer goes on while the button has the focus.
  useEffect(() => {
    const toast = content.current?.closest('[role="alert"]');
    return toast && time !== null ? whileUnused(toast, time, () => hideToast(id)) : undefined;
  }, [id, time]);
  return (
    <Group ref={content} justify="space-between" gap="sm" wrap="nowrap">
      <span>{message}</span>
      <Group gap={6} wrap="nowrap" flex="none">
        {actions.map(({ label, act }) => (
          <Button
            key={label}
            data-toast-action
            variant="light"
            size="compact-sm"
            onClick={({ currentTarget }) => {
              // Safari does not focus a clicked button, and a toast returns the focus only if it has it.
              currentTarget.focus();
              hideToast(id);
              act();
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}

/** Calls `act` after a time in which the element was neither pointed at nor had the focus; returns how to stop. */
function whileUnused(element: Element, time: number, act: () => void): () => void {
  let timer = setTimeout(act, time);
  const uses = new Set<'pointer' | 'focus'>();
  function note(use: 'pointer' | 'focus', isUsed: boolean): void {
    clearTimeout(timer);
    if (isUsed) uses.add(use);
    else uses.delete(use);
    if (uses.size === 0) timer = setTimeout(act, time);
  }
  const events = new AbortController();
  const on = (name: string, use: 'pointer' | 'focus', isUsed: boolean) =>
    element.addEventListener(name, () => note(use, isUsed), { signal: events.signal });
  on('pointerenter', 'pointer', true);
  on('pointerleave', 'pointer', false);
  on('focusin', 'focus', true);
  on('focusout', 'focus', false);
  return () => {
    clearTimeout(timer);
    events.abort();
  };
}
