import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './question-in-place.module.css';

type Props = {
  title: string;
  text: string;
  /** The word on the button that confirms. */
  button: string;
  /** The word on the button that changes nothing. */
  keep?: string;
  /** It cannot be taken back: the confirming button is red, and the other one has the focus. */
  danger?: boolean;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** A question in the place of the button that asked it (`useAskInPlace`); it takes the focus. */
export function QuestionInPlace(props: Props) {
  const { title, text, button, keep = 'Keep it', danger = false, pending } = props;
  const { onCancel, onConfirm } = props;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className={classes.panel} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className={classes.buttons}>
        <Button
          ref={danger ? null : first}
          color={danger ? 'red' : 'accent'}
          size="compact-sm"
          loading={pending}
          onClick={onConfirm}
        >
          {button}
        </Button>
        <Button
          ref={danger ? first : null}
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={pending}
          onClick={onCancel}
        >
          {keep}
        </Button>
      </div>
    </section>
  );
}
