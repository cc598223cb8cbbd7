import { Button } from '@mantine/core';
import { getHotkeyHandler, useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import {
  type FormEvent,
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { Action } from '../action-items.tsx';
import { CloseButton } from '../dialog/close-button.tsx';
import { BareDialog, DialogBody, DialogClose, DialogTitle } from '../dialog/dialog.tsx';
import { useSlow } from '../dialog/dialog-busy.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { FormFailure } from './form-failure.tsx';
import classes from './form-modal.module.css';
import { type Find, FormNeighbours, type Neighbours, stepByKey } from './form-neighbours.tsx';
import { SaveMenu } from './save-menu.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Props = {
  opened: boolean;
  title: string;
  /** The edited thing; shown next to the title, so that it stays visible while the fields scroll. */
  about?: ReactNode;
  /** Tells whether something was changed, so that leaving asks first: `form.isDirty`. */
  isDirty: () => boolean;
  /** Whether the save is running: the form can neither be sent again nor closed; after two seconds it can be cancelled. */
  saving: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Closes and resets; if there were unsaved changes, it is called after the user has confirmed. */
  onClose: () => void;
  onClosed?: () => void;
  /** Handles keys of this form, in any of its fields. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /**
   * The reason why the save failed, if no field shows it: `failure` of `useServerForm`. It is shown above the fields, however
   * far they are scrolled.
   */
  failure?: string | null;
  /** The button that sends the form; the default is Save. */
  submit?: { label: string; color?: 'red'; disabled?: boolean };
  /** Whether to show the button "Save and next". `savesAndGoesOn` says whether a submit came from it. */
  hasNext?: boolean;
  /** Other ways to save, in a menu beside the button. */
  otherSaves?: readonly Action[];
  /** Goes to the step before this one. */
  onBack?: () => void;
  /** The things before and after this one. */
  neighbours?: Neighbours | undefined;
  /** Shown left of the buttons. */
  footer?: ReactNode;
  /** CSS pixels; the default is extra large. */
  size?: number;
  children: ReactNode;
};

/** The frame of a form in a dialog; Save and Close stay in view while the fields scroll. */
export function FormModal(props: Props) {
  const { opened, title, isDirty, saving, onSubmit, onClose, onClosed, submit, footer, children } =
    props;
  const guard = useUnsavedGuard(opened, isDirty, onClose);
  const isSlow = useSlow(saving);
  // On a phone it has the whole screen: a dimmed edge beside it would show nothing of the page.
  const isNarrow = useMediaQuery('(max-width: 480px)');
  const { neighbours } = props;
  // Counts openings, closings and saves: a neighbour that is found late belongs to a form that is no longer there.
  const visit = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts their changes
  useEffect(() => {
    visit.current += 1;
  }, [opened, saving]);
  const leaveNow = useRef(guard.leave);
  useEffect(() => {
    leaveNow.current = guard.leave;
  });
  async function step(find: Find): Promise<void> {
    if (saving) return;
    const asked = visit.current;
    const open = await find();
    // Text that was typed meanwhile is unsaved, too.
    if (open && asked === visit.current) leaveNow.current(open);
  }
  return (
    <>
      <BareDialog
        className={classes.content}
        opened={opened}
        onClose={() => guard.leave()}
        saving={saving}
        size={props.size ?? 1140}
        fullScreen={isNarrow}
        yOffset="4dvh"
        padding={0}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
      >
        <form
          className={classes.form}
          noValidate
          onSubmit={onSubmit}
          onKeyDown={(event) => {
            saveByKey(event);
            props.onKeyDown?.(event);
            if (neighbours) stepByKey(event, neighbours, (find) => void step(find));
          }}
          aria-busy={saving}
        >
          {/* No <header> and <footer>: a page has those landmarks already. */}
          <div className={classes.header}>
            <DialogTitle className={classes.title} {...(isTouched() && titleFocus)}>
              {title}
            </DialogTitle>
            {props.about && <div className={classes.about}>{props.about}</div>}
            {neighbours && (
              <FormNeighbours
                {...neighbours}
                onStep={(find) => void step(find)}
                disabled={saving}
              />
            )}
            <DialogClose aria-label="Dismiss" disabled={saving && !isSlow} />
          </div>
          <FormFailure failure={props.failure ?? null} className={classes.failure} />
          <DialogBody className={classes.body}>{children}</DialogBody>
          <div className={classes.footer}>
            {props.onBack && (
              <Button
                variant="default"
                leftSection={<IconArrowLeft size={16} />}
                disabled={saving}
                onClick={props.onBack}
              >
                Back
              </Button>
            )}
            <div className={classes.note}>{footer}</div>
            <CloseButton busy={saving} onClose={() => guard.leave()} />
            {props.hasNext && (
              <Button
                type="submit"
                variant="default"
                disabled={saving}
                data-go-on
                data-hint="Save and next (Ctrl + Shift + Enter)"
              >
                Save and next
              </Button>
            )}
            <SaveMenu actions={props.otherSaves} disabled={saving}>
              <Button
                type="submit"
                loading={saving}
                disabled={submit?.disabled ?? false}
                {...(submit?.color && { color: submit.color })}
              >
                {submit?.label ?? 'Save'}
              </Button>
            </SaveMenu>
          </div>
        </form>
      </BareDialog>
      <DiscardQuestion
        opened={opened && guard.asking}
        onStay={guard.stay}
        onDiscard={guard.discard}
      />
    </>
  );
}

/** Tells whether the device is a touch screen: a focused field would open a keyboard over half of the form at once. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches;

/** The title stands before the fields, so Mantine's focus trap finds it first. */
const titleFocus = { tabIndex: -1, 'data-autofocus': true };

const nextButton = 'button[data-go-on]';

/** Tells whether a form was sent by 'Save and next'. */
export const savesAndGoesOn = ({ nativeEvent: event }: FormEvent): boolean =>
  event instanceof SubmitEvent && Boolean(event.submitter?.matches(nextButton));

/**
 * Saves the form on Ctrl/⌘-Enter in any field; with Shift it also goes to the next one. An open list of options uses Enter
 * itself.
 */
function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.defaultPrevented) return;
  const { currentTarget: form } = event;
  getHotkeyHandler([
    ['mod+Enter', () => form.requestSubmit()],
    ['mod+shift+Enter', () => form.requestSubmit(form.querySelector<HTMLElement>(nextButton))],
  ])(event);
}
